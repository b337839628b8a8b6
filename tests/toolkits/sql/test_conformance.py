"""What every engine lets through and what it refuses: the same suite for each."""

from __future__ import annotations

import pytest

from toolkits.errors import ToolInputError, ToolLimit, ToolRefused, ToolTimeout
from toolkits.sql import Database, QueryError

#: Where an engine spells something otherwise.
NAMES = {"MySQL": str.maketrans('"', "`")}
ALLOWED = [
    ("SELECT updated_at FROM customer WHERE id = 1", (("2024-01-02",),)),
    ("SELECT close, open, version FROM orders WHERE id = 10", ((10.5, 1, 3),)),
    ('SELECT "delete" FROM orders WHERE id = 10', (("a; b",),)),
    ("SELECT 'delete', 'a; b', '%DROP TABLE%', '-- x'", (("delete", "a; b", "%DROP TABLE%", "-- x"),)),
    ("SELECT 'insert into x', 'ATTACH', 'pg_sleep(1)', 'COPY t TO'", (("insert into x", "ATTACH", "pg_sleep(1)", "COPY t TO"),)),
    ("SELECT id FROM orders WHERE \"delete\" = '%DROP TABLE%'", ((11,),)),
    ("SELECT id FROM orders WHERE \"delete\" LIKE '%;%'", ((10,),)),
    ("SELECT 'it''s; fine'", (("it's; fine",),)),
    ("SELECT 1 -- ; DROP TABLE orders", ((1,),)),
    ("SELECT 1 /* ; DELETE FROM orders */", ((1,),)),
    ("/* first */ SELECT /* a; b */ 2 -- and 'more", ((2,),)),
    ("SELECT 1;", ((1,),)),
    ("SELECT 1 ; ", ((1,),)),
    ("SELECT REPLACE('a-b', '-', '+')", (("a+b",),)),
    ("SELECT 1 UNION SELECT 2 ORDER BY 1", ((1,), (2,))),
    ("SELECT id FROM customer EXCEPT SELECT 1 ORDER BY 1", ((2,), (3,))),
    ("SELECT ROW_NUMBER() OVER (ORDER BY id) FROM customer ORDER BY 1", ((1,), (2,), (3,))),
    ("SELECT id, RANK() OVER (PARTITION BY customer_id ORDER BY close DESC) AS r FROM orders ORDER BY id", ((10, 1), (11, 2), (12, 1), (13, 1))),
    ("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3) SELECT SUM(x) FROM n", ((6,),)),
    ("WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS y FROM a) SELECT y FROM b", ((2,),)),
    ("SELECT id FROM oslo", ((1,),)),
    ("SELECT COUNT(*) FROM orders WHERE id > 99", ((0,),)),
    ("SELECT id FROM orders WHERE id > 99", ()),
    ("SELECT city FROM customer WHERE id = 2", ((None,),)),
    ("SELECT name FROM customer WHERE id = 3", (("陈",),)),
    ("SELECT COALESCE(city, 'nowhere') FROM customer WHERE id = 2", (("nowhere",),)),
    ("SELECT c.name, COUNT(o.id) FROM customer c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.name HAVING COUNT(o.id) > 1", (("Ana", 2),)),
    ("SELECT SUM(close) FROM orders", ((22.25,),)),
    ("SELECT CASE WHEN open = 1 THEN 'open' ELSE 'shut' END FROM orders WHERE id = 11", (("shut",),)),
    ("SELECT id FROM orders WHERE EXISTS (SELECT 1 FROM customer WHERE customer.id = orders.customer_id AND city = 'Lima')", ((13,),)),
    ("SELECT UPPER(name), LENGTH(name), ABS(-3), ROUND(2.5) FROM customer WHERE id = 1", (("ANA", 3, 3, 3),)),
    ('SELECT id AS "update" FROM orders WHERE id = 10', ((10,),)),
    ('SELECT MAX(close) AS "drop", MIN(close) AS "into" FROM orders', ((10.5, 0),)),
    ("SELECT id FROM orders ORDER BY id LIMIT 2", ((10,), (11,))),
    ("SELECT * FROM (SELECT id FROM orders ORDER BY id LIMIT 1) AS q", ((10,),)),
    ("(SELECT 1)", ((1,),)),
    ("SELECT CAST('7' AS DECIMAL(10,2)) + 1", ((8,),)),
]  # fmt: skip


def spelt(sql, database):
    """The query in the database's own quotes."""
    return sql.translate(NAMES.get(database.dialect, {}))


@pytest.mark.parametrize(("sql", "rows"), ALLOWED, ids=[sql[:40] for sql, _ in ALLOWED])
def test_reading_is_let_through(shop: Database, sql, rows):
    """Whatever its names, literals and comments look like, and on every engine with the same rows."""
    if shop.dialect == "SQLite" and sql.startswith("("):
        pytest.skip("SQLite has no brackets around a whole query")
    assert shop.query(spelt(sql, shop)).rows == rows


def test_explain_is_reading(shop):
    """How a query would run may be asked."""
    assert shop.query("EXPLAIN SELECT * FROM orders").rows


EVERYWHERE = [
    "DELETE FROM orders",
    "UPDATE orders SET open = 0",
    "INSERT INTO customer (id, name) VALUES (9, 'x')",
    "DROP TABLE orders",
    "DROP VIEW oslo",
    "CREATE TABLE x (a INTEGER)",
    "CREATE TEMPORARY TABLE x (a INTEGER)",
    "CREATE TABLE x AS SELECT * FROM orders",
    "CREATE VIEW x AS SELECT 1",
    "CREATE INDEX x ON orders (open)",
    "ALTER TABLE orders ADD COLUMN x INTEGER",
    "ALTER TABLE orders RENAME TO x",
    "WITH x AS (SELECT 1) DELETE FROM orders",
    "WITH x AS (SELECT 1) INSERT INTO customer (id, name) SELECT 9, 'x'",
    "WITH x AS (SELECT 1) UPDATE orders SET open = 0",
    "WITH d AS (DELETE FROM orders RETURNING id) SELECT * FROM d",
    "SELECT * FROM (DELETE FROM orders RETURNING id) d",
    "EXPLAIN DELETE FROM orders",
    "EXPLAIN ANALYZE DELETE FROM orders",
    "SELECT * INTO x FROM orders",
    "SELECT 1; DELETE FROM orders",
    "SELECT 1; SELECT 2",
    "SELECT 1;; DELETE FROM orders",
    "SELECT 1 /* ' */; DELETE FROM orders -- '",
    "SELECT 1 /*/ */; DELETE FROM orders /*/ */",
    "SELECT '\\'; DELETE FROM orders; -- '",
    "/* SELECT */ DELETE FROM orders",
    "-- SELECT 1\nDELETE FROM orders",
    "DeLeTe\nFROM\torders",
    "BEGIN",
    "BEGIN; DELETE FROM orders; COMMIT",
    "COMMIT",
    "ROLLBACK",
    "SAVEPOINT a",
    "ATTACH 'x.db' AS x",
    "ATTACH DATABASE ':memory:' AS x",
    "DETACH main",
    "PRAGMA query_only = OFF",
    "PRAGMA writable_schema = 1",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA table_info(orders)",
    "VACUUM",
    "VACUUM INTO 'copy.db'",
    "REINDEX",
    "ANALYZE",
    "COPY orders TO 'x.csv'",
    "COPY orders FROM 'x.csv'",
    "COPY (SELECT 1) TO PROGRAM 'touch x'",
    "TRUNCATE TABLE orders",
    "REPLACE INTO customer (id, name) VALUES (1, 'x')",
    "MERGE INTO orders USING customer ON FALSE WHEN MATCHED THEN DELETE",
    "SET timezone = 'UTC'",
    "GRANT ALL ON orders TO PUBLIC",
    "LOAD 'x'",
    "INSTALL httpfs",
    "CALL emptied()",
    "DO $$ BEGIN DELETE FROM orders; END $$",
    "PREPARE p AS DELETE FROM orders",
    "EXECUTE p",
    "DEALLOCATE ALL",
    "LOCK TABLE orders",
    "LISTEN x",
    "NOTIFY x",
    "EXPORT DATABASE 'x'",
    "IMPORT DATABASE 'x'",
    "CHECKPOINT",
    "SELECT load_extension('x')",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('x', 'y')",
    "SELECT zeroblob(1000000000)",
    "SELECT randomblob(1000000000)",
    "SELECT fts3_tokenizer('a')",
    "SELECT edit('a')",
    "SELECT * FROM pragma_table_info('orders')" ,
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_csv_auto('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM read_parquet('x.parquet')",
    "SELECT * FROM '/etc/passwd.csv'",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM sqlite_scan('x.db', 't')",
    "SELECT * FROM postgres_scan('', 'public', 't')",
    "SELECT getenv('HOME')",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT PG_READ_FILE ('/etc/passwd')",
    "SELECT \"pg_read_file\"('/etc/passwd')",
    "SELECT pg_catalog . pg_read_file /* x */ ('/etc/passwd')",
    "SELECT pg_read_binary_file('/etc/passwd')",
    "SELECT pg_ls_dir('/')",
    "SELECT pg_stat_file('/etc/passwd')",
    "SELECT pg_sleep(60)",
    "SELECT 1 FROM orders WHERE pg_sleep(60) IS NULL",
    "SELECT pg_sleep_for('1 minute')",
    "SELECT * FROM dblink('dbname=postgres', 'DELETE FROM orders') AS t(x text)",
    "SELECT dblink_exec('dbname=postgres', 'DELETE FROM orders')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT lo_export(1, 'x')",
    "SELECT lo_create(0)",
    "SELECT lo_from_bytea(0, 'x')",
    "SELECT lo_unlink(1)",
    "SELECT nextval('counter')",
    "SELECT setval('counter', 9)",
    "SELECT set_config('transaction_read_only', 'off', false)",
    "SELECT query_to_xml('DELETE FROM orders', true, false, '')",
    "SELECT pg_terminate_backend(1)",
    "SELECT pg_cancel_backend(1)",
    "SELECT pg_reload_conf()",
    "SELECT pg_advisory_lock(1)",
    "SELECT pg_notify('a', 'b')",
    "SELECT pg_logical_emit_message(false, 'a', 'b')",
    "SELECT pg_stat_reset()",
    "SELECT emptied()",
    "SELECT emptied_stably()",
    "SELECT id FROM orders FOR UPDATE",
    "SELECT SLEEP(60)",
    "SELECT BENCHMARK(1000000000, MD5('x'))",
    "SELECT LOAD_FILE('/etc/passwd')",
    "SELECT GET_LOCK('a', 60)",
    "SELECT 1 INTO OUTFILE '/tmp/amtfv-x'",
    "SELECT 1 INTO DUMPFILE '/tmp/amtfv-x'",
    "SELECT NEXT VALUE FOR counter",
    "/*! DELETE FROM orders */",
    "SELECT 1 /*! INTO OUTFILE '/tmp/amtfv-x' */",
    "SELECT 1 /*M! + SLEEP(9) */",
    "HANDLER orders OPEN",
    "FLUSH TABLES",
    "KILL 1",
    "SHUTDOWN",
    "RESET QUERY CACHE",
    "SET GLOBAL read_only = 0",
    "SET SESSION TRANSACTION READ WRITE",
    "LOAD DATA INFILE '/etc/passwd' INTO TABLE orders",
    'SELECT U&"pg\\005fsleep"(60)',
    "SELECT E'a'\n'\\'', pg_sleep(60), '",
]  # fmt: skip
#: What some engine may do: it reads there, or only names something; on the others it is refused.
READING_SOMEWHERE = {
    ("SELECT * FROM pragma_table_info('orders')", "DuckDB"),
    ("SELECT '\\'; DELETE FROM orders; -- '", "MySQL"),
    ("SELECT 1 /*! INTO OUTFILE '/tmp/amtfv-x' */", "SQLite"),
    ("SELECT 1 /*! INTO OUTFILE '/tmp/amtfv-x' */", "DuckDB"),
    ("SELECT 1 /*! INTO OUTFILE '/tmp/amtfv-x' */", "PostgreSQL"),
    ("SELECT 1 /*M! + SLEEP(9) */", "SQLite"),
    ("SELECT 1 /*M! + SLEEP(9) */", "DuckDB"),
    ("SELECT 1 /*M! + SLEEP(9) */", "PostgreSQL"),
}
MUST_BE_REFUSED = {
    "SQLite": ["DELETE FROM orders", "WITH x AS (SELECT 1) DELETE FROM orders", "SELECT 1; SELECT 2", "ATTACH 'x.db' AS x", "PRAGMA query_only = OFF", "SELECT load_extension('x')"],
    "DuckDB": ["DELETE FROM orders", "WITH x AS (SELECT 1) DELETE FROM orders", "SELECT 1; SELECT 2", "ATTACH 'x.db' AS x", "SELECT * FROM read_csv('/etc/passwd')", "COPY orders TO 'x.csv'"],
    "PostgreSQL": ["DELETE FROM orders", "WITH x AS (SELECT 1) DELETE FROM orders", "SELECT * INTO x FROM orders", "SELECT 1; SELECT 2", "SELECT pg_read_file('/etc/passwd')", "SELECT pg_sleep(60)", "SELECT dblink_exec('dbname=postgres', 'DELETE FROM orders')", "SELECT lo_import('/etc/passwd')", "COPY orders TO 'x.csv'"],
    "MySQL": ["DELETE FROM orders", "WITH x AS (SELECT 1) DELETE FROM orders", "SELECT 1; SELECT 2", "SELECT SLEEP(60)", "SELECT LOAD_FILE('/etc/passwd')", "SELECT 1 INTO OUTFILE '/tmp/amtfv-x'"],
}  # fmt: skip


def content(database):
    """All rows of the shop, and the names of what it holds."""
    rows = [database.query(f"SELECT * FROM {table} ORDER BY id").rows for table in ("customer", "orders")]
    return rows, [(table.name, table.rows, len(table.columns)) for table in database.schema()]


@pytest.mark.parametrize("sql", EVERYWHERE, ids=[sql[:50] for sql in EVERYWHERE])
def test_all_else_ends_in_an_error_of_ours(shop, sql, tmp_path, monkeypatch):
    """Refused, or no SQL of this dialect; in short time; and nothing has changed, no file has come."""
    monkeypatch.chdir(tmp_path)
    if (sql, shop.dialect) in READING_SOMEWHERE:
        shop.query(sql)
    else:
        with pytest.raises((ToolRefused, QueryError, ToolLimit)) as caught:
            shop.query(sql)
        assert len(str(caught.value)) > 8
        if sql in MUST_BE_REFUSED[shop.dialect]:
            assert isinstance(caught.value, ToolRefused), caught.value
    assert list(tmp_path.iterdir()) == []


def test_nothing_has_changed(shop):
    """After all attacks together, run in a row."""
    before = content(shop)
    for sql in EVERYWHERE:
        try:
            shop.query(sql)
        except (ToolRefused, QueryError, ToolLimit):
            continue
    assert content(shop) == before


@pytest.mark.parametrize(
    ("sql", "fault"),
    [
        ("SELECT * FROM missing", "no_such_table"),
        ("SELECT missing FROM orders", "no_such_column"),
        ("SELECT orders.missing FROM orders", "no_such_column"),
        ("SELECT id FROM orders JOIN customer ON orders.customer_id = customer.id", "ambiguous_column"),
        ("SELECT missing_function(1)", "no_such_function"),
        ("SELECT FROM WHERE", "syntax"),
        ("SELEC 1", None),
        ("SELECT (1", "syntax"),
        ("", "syntax"),
        (";", "syntax"),
        ("-- only words", "syntax"),
        ("SELECT 1\0", None),
        ("SELECT '\ud800'", None),
    ],
)
def test_what_is_wrong_with_a_query_is_said(shop, sql, fault):
    """With the kind of fault, which decides whether it counts against the answer."""
    with pytest.raises((QueryError, ToolRefused)) as error:
        shop.query(sql)
    if fault is not None:
        assert isinstance(error.value, QueryError)
        assert error.value.fault == fault


@pytest.mark.parametrize("sql", ["SELECT id FROM orders WHERE id = ?", "SELECT $1 + 1"])
def test_open_values_are_refused(shop, sql):
    """A query that leaves values open is none that can be run, and that is not its fault."""
    with pytest.raises((ToolRefused, QueryError)) as error:
        shop.query(sql)
    if isinstance(error.value, ToolRefused):
        assert error.value.code == "parameters"


@pytest.mark.parametrize(
    "sql",
    [
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000) SELECT COUNT(*) FROM n a, n b, n c WHERE a.x * b.x % 7 = c.x % 5",
    ],
)
def test_a_query_without_an_end_is_stopped(shop, sql):
    """By counted steps where the engine has them, else by its clock."""
    with pytest.raises((ToolLimit, ToolTimeout)):
        shop.query(sql)


def test_rows_are_capped_at_fetch(shop):
    """However the query is written, no more than asked for come back, and that there were more is said."""
    inner = "SELECT * FROM (SELECT id FROM orders ORDER BY id LIMIT 3) AS q ORDER BY id"
    assert shop.query(inner, limit=2).rows == ((10,), (11,))
    assert shop.query(inner, limit=2).cut
    assert not shop.query(inner, limit=3).cut
    crossed = "SELECT a.id FROM orders a, orders b, orders c, orders d, orders e, orders f, orders g"
    assert len(shop.query(crossed).rows) == 1_000


def test_long_cells_are_cut(shop):
    """A cell keeps 10,000 characters."""
    made = "printf('%.*c', 20000, 'x')" if shop.dialect == "SQLite" else "REPEAT('x', 20000)"
    found = shop.query(f"SELECT {made}")
    assert found.cut
    assert len(found.rows[0][0]) == 10_001


def test_the_schema(shop):
    """Tables and views with columns, keys, counts, comments and samples."""
    tables = {table.name: table for table in shop.schema(sample=1)}
    assert set(tables) >= {"customer", "orders", "oslo"}
    orders = tables["orders"]
    assert [column.name for column in orders.columns] == [
        "id",
        "customer_id",
        "close",
        "open",
        "version",
        "delete",
    ]
    assert orders.columns[0].key
    assert orders.columns[1].references == "customer.id"
    assert all(column.type for column in orders.columns)
    assert orders.rows == 4
    assert orders.sample[0][0] == 10
    assert tables["oslo"].rows is None
    if shop.dialect != "SQLite":
        assert (orders.comment, orders.columns[2].comment) == ("what was bought", "price at the end")


def test_without_samples_no_cell_is_read(shop):
    """The privacy switch."""
    assert all(table.sample == () for table in shop.schema())


def test_files_have_a_digest_and_servers_none(shop):
    """Which is what decides whether a result may be served again."""
    digest = shop.digest()
    assert digest == shop.digest()
    assert digest.startswith("sha256:") == (shop.dialect in {"SQLite", "DuckDB"})


def test_errors_are_input_errors(shop):
    """A query's own fault is bad input to the tool."""
    with pytest.raises(ToolInputError):
        shop.query("SELECT * FROM missing")
