"""One small shop in every engine. Its names are such as words of SQL could be taken for."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from tests.toolkits.sql import servers
from toolkits.sql import DuckDB, MySQL, PostgreSQL, SQLite

CREATE = """
CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, city VARCHAR(40), updated_at VARCHAR(20));
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), close DECIMAL(10,2), open INTEGER, version INTEGER, {q}delete{q} VARCHAR(40));
INSERT INTO customer VALUES (1, 'Ana', 'Oslo', '2024-01-02'), (2, 'Bo', NULL, NULL), (3, '陈', 'Lima', '2024-02-03');
INSERT INTO orders VALUES (10, 1, 10.50, 1, 3, 'a; b'), (11, 1, 4.50, 0, 1, '%DROP TABLE%'), (12, 2, 7.25, NULL, 2, '-- x'), (13, 3, 0.00, 1, 1, NULL);
CREATE VIEW oslo AS SELECT id, name FROM customer WHERE city = 'Oslo';
"""
ENGINES = ["sqlite", "duckdb", "postgresql", "mysql"]


def statements(quote):
    """The statements that make the shop."""
    return [text for text in CREATE.format(q=quote).split(";\n") if text.strip()]


def fill_postgresql(told):
    """The shop, and a role that may only read it."""
    import psycopg

    with psycopg.connect(told["owner"], autocommit=True) as connection:
        for text in statements('"'):
            connection.execute(text)
        connection.execute("COMMENT ON TABLE orders IS 'what was bought'")
        connection.execute("COMMENT ON COLUMN orders.close IS 'price at the end'")
        connection.execute("CREATE EXTENSION IF NOT EXISTS dblink")
        connection.execute("CREATE SEQUENCE counter")
        connection.execute("CREATE ROLE reader LOGIN")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
        connection.execute("GRANT USAGE ON SEQUENCE counter TO reader")
        # What a careless owner may have granted: the transaction has to hold it.
        connection.execute("CREATE ROLE careless LOGIN")
        connection.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO careless")
        connection.execute("GRANT CREATE ON SCHEMA public TO careless")
        connection.execute("GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO careless")
        connection.execute("""
            CREATE FUNCTION emptied() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN DELETE FROM orders; RETURN 1; END $$;
            CREATE FUNCTION emptied_stably() RETURNS integer LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$ BEGIN DELETE FROM orders; RETURN 1; END $$;
        """)


def fill_mysql(told):
    """The shop, and users that may only read it, or more."""
    import pymysql
    from sqlalchemy import make_url

    url = make_url(told["owner"])
    with (
        pymysql.connect(host=url.host, port=url.port, user="root", charset="utf8mb4") as connection,
        connection.cursor() as cursor,
    ):
        cursor.execute("CREATE DATABASE shop CHARACTER SET utf8mb4")
        cursor.execute("USE shop")
        for text in statements("`"):
            cursor.execute(text)
        cursor.execute(
            "ALTER TABLE orders COMMENT 'what was bought', MODIFY close DECIMAL(10,2) COMMENT 'price at the end'"
        )
        cursor.execute("ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customer(id)")
        cursor.execute("CREATE SEQUENCE counter")
        cursor.execute(
            "CREATE FUNCTION emptied() RETURNS INTEGER MODIFIES SQL DATA BEGIN DELETE FROM orders; RETURN 1; END"
        )
        for user, rights in (("reader", "SELECT"), ("careless", "ALL PRIVILEGES")):
            cursor.execute(f"CREATE USER {user}@'127.0.0.1'")
            cursor.execute(f"GRANT {rights} ON shop.* TO {user}@'127.0.0.1'")
        connection.commit()


def _server(name, found, start, fill, testrun_uid):
    if found is None:
        pytest.skip(f"{name} is not installed here")
    folder = Path(tempfile.gettempdir()) / f"amtfv-{name}-{testrun_uid}"
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    return servers.shared(folder, start, fill)


@pytest.fixture(scope="session")
def run_id(request):
    """The same for all workers of one run."""
    return os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"pid{os.getpid()}"


@pytest.fixture(scope="session")
def postgresql_server(run_id):
    """A running PostgreSQL with the shop: its addresses."""
    with _server(
        "postgresql", servers.postgresql_folder(), servers.start_postgresql, fill_postgresql, run_id
    ) as told:
        yield told


@pytest.fixture(scope="session")
def mysql_server(run_id):
    """A running MariaDB with the shop: its addresses."""
    with _server("mysql", servers.mysql_folder(), servers.start_mysql, fill_mysql, run_id) as told:
        yield told


@pytest.fixture(scope="session")
def shop_file(tmp_path_factory):
    """The shop as a SQLite file."""
    file = tmp_path_factory.mktemp("shop") / "shop.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(CREATE.format(q='"'))
    return file


@pytest.fixture(scope="session")
def duckdb_file(tmp_path_factory):
    """The shop as a DuckDB file."""
    import duckdb

    file = tmp_path_factory.mktemp("shop") / "shop.duckdb"
    with duckdb.connect(str(file)) as connection:
        for text in statements('"'):
            connection.execute(text)
        connection.execute("COMMENT ON TABLE orders IS 'what was bought'")
        connection.execute("COMMENT ON COLUMN orders.close IS 'price at the end'")
        connection.execute("CREATE SEQUENCE counter")
    return file


@pytest.fixture(scope="session")
def sqlite_shop(shop_file):
    """SQLite."""
    return SQLite(shop_file)


@pytest.fixture(scope="session")
def duckdb_shop(duckdb_file):
    """DuckDB."""
    return DuckDB(duckdb_file)


@pytest.fixture(scope="session")
def postgresql_shop(postgresql_server):
    """PostgreSQL, through the role that a careless owner gave every right in the database."""
    return PostgreSQL(postgresql_server["reader"].replace("reader", "careless"), wall_s=4)


@pytest.fixture(scope="session")
def mysql_shop(mysql_server):
    """MariaDB, likewise."""
    return MySQL(mysql_server["reader"].replace("reader", "careless"), wall_s=4)


@pytest.fixture(params=[
    "sqlite", pytest.param("duckdb", marks=pytest.mark.duckdb),
    pytest.param("postgresql", marks=pytest.mark.postgresql), pytest.param("mysql", marks=pytest.mark.mysql),
])  # fmt: skip
def shop(request):
    """The shop in each engine."""
    return request.getfixturevalue(f"{request.param}_shop")
