"""Questions on a small library with a reference query, other right queries, and wrong ones that come near.

``CASES``: (question, reference, right queries, wrong queries). A right query gives the same rows on any content
that keeps the schema's rules; a wrong one differs on some content, on this one or not.
"""

from __future__ import annotations

SCHEMA = """
CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, born INTEGER);
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, author_id INTEGER REFERENCES author(id), year INTEGER, price REAL, genre TEXT);
CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, joined TEXT);
CREATE TABLE loan (id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES book(id), member_id INTEGER REFERENCES member(id), taken TEXT, returned TEXT);
INSERT INTO author VALUES (1,'Achebe','Nigeria',1930),(2,'Borges','Argentina',1899),(3,'Calvino','Italy',1923),(4,'Desai','India',1937),(5,'Eco','Italy',1932),(6,'Fo','Italy',NULL),(7,'Grass',NULL,1927);
INSERT INTO book VALUES (1,'Things',1,1958,9.5,'novel'),(2,'Ficciones',2,1944,12.0,'stories'),(3,'Aleph',2,1949,11.0,'stories'),(4,'Cities',3,1972,8.75,'novel'),(5,'Cosmicomics',3,1965,NULL,'stories'),
 (6,'Clear Light',4,1980,7.25,'novel'),(7,'Rose',5,1980,14.0,'novel'),(8,'Pendulum',5,1988,13.5,'novel'),(9,'Drum',7,1959,10.0,'novel'),(10,'Essays',5,1992,NULL,'essay'),(11,'Arrow',1,1964,9.5,NULL);
INSERT INTO member VALUES (1,'Ada','Oslo','2020-01-15'),(2,'Bo','Oslo','2021-06-01'),(3,'Cy','Lima','2021-06-01'),(4,'Di',NULL,'2022-03-10'),(5,'Ada','Lima','2023-11-30');
INSERT INTO loan VALUES (1,1,1,'2023-01-05','2023-01-20'),(2,7,1,'2023-02-01',NULL),(3,7,2,'2022-05-05','2022-06-01'),(4,2,3,'2023-03-03','2023-03-04'),(5,4,3,'2023-03-03',NULL),
 (6,9,5,'2024-01-02','2024-02-02'),(7,1,2,'2023-07-07','2023-07-17'),(8,8,1,'2022-12-31','2023-01-31');
"""

CASES = [
    ("How many books are there?", "SELECT COUNT(*) FROM book",
     ["SELECT COUNT(id) FROM book", "SELECT COUNT(1) FROM book", "SELECT SUM(1) FROM book", "WITH b AS (SELECT id FROM book) SELECT COUNT(*) FROM b"],
     ["SELECT COUNT(price) FROM book", "SELECT COUNT(DISTINCT author_id) FROM book", "SELECT COUNT(genre) FROM book", "SELECT COUNT(*) FROM book JOIN author ON author.id = book.author_id AND author.country IS NOT NULL", "SELECT MAX(id) FROM book"]),
    ("Which titles cost more than 10?", "SELECT title FROM book WHERE price > 10",
     ["SELECT b.title FROM book b WHERE b.price > 10.0", "SELECT title FROM book WHERE NOT price <= 10", "SELECT title FROM book WHERE 10 < price", "SELECT title FROM book WHERE price > 10 AND price IS NOT NULL"],
     ["SELECT title FROM book WHERE price >= 10", "SELECT title FROM book WHERE price < 10", "SELECT title FROM book WHERE price > 11", "SELECT DISTINCT genre FROM book WHERE price > 10", "SELECT title FROM book WHERE price > 10 OR price IS NULL", "SELECT title FROM book WHERE price > 10.5"]),
    ("Number of books by genre", "SELECT genre, COUNT(*) FROM book GROUP BY genre",
     ["SELECT genre, COUNT(id) AS n FROM book GROUP BY 1", "SELECT genre, SUM(1) FROM book GROUP BY genre ORDER BY genre", "SELECT b.genre, COUNT(*) FROM book b GROUP BY b.genre"],
     ["SELECT genre, COUNT(genre) FROM book GROUP BY genre", "SELECT genre, COUNT(price) FROM book GROUP BY genre", "SELECT genre, COUNT(*) FROM book WHERE genre IS NOT NULL GROUP BY genre", "SELECT genre, COUNT(DISTINCT author_id) FROM book GROUP BY genre", "SELECT genre, COUNT(*) FROM book GROUP BY genre HAVING COUNT(*) > 1"]),
    ("Average price of novels", "SELECT AVG(price) FROM book WHERE genre = 'novel'",
     ["SELECT SUM(price) / COUNT(price) FROM book WHERE genre = 'novel'", "SELECT AVG(b.price) FROM book AS b WHERE b.genre IN ('novel')", "SELECT AVG(CASE WHEN genre = 'novel' THEN price END) FROM book"],
     ["SELECT SUM(price) / COUNT(*) FROM book WHERE genre = 'novel'", "SELECT AVG(COALESCE(price, 0)) FROM book WHERE genre = 'novel'", "SELECT AVG(price) FROM book", "SELECT AVG(DISTINCT price) FROM book WHERE genre = 'novel'", "SELECT AVG(price) FROM book WHERE genre LIKE 'novel%'", "SELECT ROUND(AVG(price)) FROM book WHERE genre = 'novel'"]),
    ("Titles with their authors' names", "SELECT title, name FROM book JOIN author ON author.id = book.author_id",
     ["SELECT b.title, a.name FROM author a JOIN book b ON b.author_id = a.id", "SELECT title, name FROM book, author WHERE author_id = author.id", "SELECT title, (SELECT name FROM author WHERE author.id = book.author_id) FROM book WHERE author_id IN (SELECT id FROM author)"],
     ["SELECT title, name FROM book JOIN author ON author.id = book.id", "SELECT title, name FROM book CROSS JOIN author", "SELECT title, name FROM author LEFT JOIN book ON author.id = book.author_id", "SELECT name, title FROM book JOIN author ON author.id = book.author_id", "SELECT title, country FROM book JOIN author ON author.id = book.author_id"]),
    ("Authors without a book", "SELECT name FROM author WHERE id NOT IN (SELECT author_id FROM book WHERE author_id IS NOT NULL)",
     ["SELECT a.name FROM author a LEFT JOIN book b ON b.author_id = a.id WHERE b.id IS NULL", "SELECT name FROM author a WHERE NOT EXISTS (SELECT 1 FROM book b WHERE b.author_id = a.id)"],
     ["SELECT name FROM author WHERE id IN (SELECT author_id FROM book)", "SELECT name FROM author WHERE id NOT IN (SELECT id FROM book)", "SELECT a.name FROM author a LEFT JOIN book b ON b.author_id = a.id WHERE b.price IS NULL", "SELECT name FROM author WHERE born IS NULL"]),
    ("Books by each author, those without included", "SELECT a.id, COUNT(b.id) FROM author a LEFT JOIN book b ON b.author_id = a.id GROUP BY a.id",
     ["SELECT id, (SELECT COUNT(*) FROM book WHERE author_id = author.id) FROM author", "SELECT a.id, SUM(CASE WHEN b.id IS NULL THEN 0 ELSE 1 END) FROM author a LEFT JOIN book b ON b.author_id = a.id GROUP BY a.id"],
     ["SELECT a.id, COUNT(*) FROM author a LEFT JOIN book b ON b.author_id = a.id GROUP BY a.id", "SELECT a.id, COUNT(b.id) FROM author a JOIN book b ON b.author_id = a.id GROUP BY a.id", "SELECT author_id, COUNT(*) FROM book GROUP BY author_id", "SELECT a.id, COUNT(b.price) FROM author a LEFT JOIN book b ON b.author_id = a.id GROUP BY a.id"]),
    ("Italian authors by year of birth", "SELECT name FROM author WHERE country = 'Italy' ORDER BY born",
     ["SELECT a.name FROM author a WHERE a.country = 'Italy' ORDER BY a.born ASC", "SELECT name FROM author WHERE country IN ('Italy') ORDER BY born"],
     ["SELECT name FROM author WHERE country = 'Italy' ORDER BY born DESC", "SELECT name FROM author WHERE country = 'Italy' AND born IS NOT NULL ORDER BY born", "SELECT name FROM author WHERE country <> 'Italy' ORDER BY born", "SELECT name FROM author ORDER BY born"]),
    ("Members who have a book now", "SELECT DISTINCT m.id FROM member m JOIN loan l ON l.member_id = m.id WHERE l.returned IS NULL",
     ["SELECT id FROM member WHERE id IN (SELECT member_id FROM loan WHERE returned IS NULL)", "SELECT m.id FROM member m WHERE EXISTS (SELECT 1 FROM loan l WHERE l.member_id = m.id AND l.returned IS NULL)", "SELECT m.id FROM member m JOIN loan l ON l.member_id = m.id WHERE l.returned IS NULL GROUP BY m.id"],
     ["SELECT DISTINCT member_id FROM loan WHERE returned IS NOT NULL", "SELECT DISTINCT member_id FROM loan", "SELECT DISTINCT id FROM loan WHERE returned IS NULL", "SELECT id FROM member WHERE id NOT IN (SELECT member_id FROM loan WHERE returned IS NOT NULL)", "SELECT m.id FROM member m JOIN loan l ON l.member_id = m.id WHERE l.returned IS NULL"]),
    ("Cities of members, each once", "SELECT DISTINCT city FROM member",
     ["SELECT city FROM member GROUP BY city", "SELECT city FROM member UNION SELECT city FROM member"],
     ["SELECT city FROM member", "SELECT DISTINCT city FROM member WHERE city IS NOT NULL", "SELECT DISTINCT name FROM member", "SELECT city FROM member GROUP BY city, name", "SELECT city FROM member GROUP BY city HAVING COUNT(*) > 1"]),
    ("Loans in 2023", "SELECT COUNT(*) FROM loan WHERE taken >= '2023-01-01' AND taken < '2024-01-01'",
     ["SELECT COUNT(*) FROM loan WHERE taken >= '2023-01-01' AND NOT taken >= '2024-01-01'", "SELECT SUM(taken >= '2023-01-01' AND taken < '2024-01-01') FROM loan"],
     ["SELECT COUNT(*) FROM loan WHERE returned >= '2023-01-01' AND returned < '2024-01-01'", "SELECT COUNT(*) FROM loan WHERE taken > '2023-01-01'", "SELECT COUNT(*) FROM loan WHERE taken LIKE '2022%'", "SELECT COUNT(DISTINCT member_id) FROM loan WHERE taken >= '2023-01-01' AND taken < '2024-01-01'", "SELECT COUNT(*) FROM loan WHERE taken >= '2023-01-01' AND taken < '2023-12-01'"]),
    ("The dearest price", "SELECT MAX(price) FROM book",
     ["SELECT price FROM (SELECT MAX(price) AS price FROM book)", "SELECT MAX(b.price) FROM book b"],
     ["SELECT MIN(price) FROM book", "SELECT MAX(year) FROM book", "SELECT MAX(price) FROM book WHERE genre = 'novel'", "SELECT SUM(price) FROM book", "SELECT MAX(price) FROM book WHERE author_id = 5"]),
    ("Titles at the dearest price", "SELECT title FROM book WHERE price = (SELECT MAX(price) FROM book)",
     ["SELECT title FROM book WHERE price >= (SELECT MAX(price) FROM book)", "SELECT title FROM book b WHERE price IS NOT NULL AND NOT EXISTS (SELECT 1 FROM book c WHERE c.price > b.price)"],
     ["SELECT title FROM book WHERE price = (SELECT MIN(price) FROM book)", "SELECT title FROM book WHERE price = (SELECT MAX(price) FROM book WHERE genre = 'stories')", "SELECT title FROM book WHERE price = 14", "SELECT title FROM book WHERE price = 13.5"]),
    ("Total price by author's country", "SELECT country, SUM(price) FROM author JOIN book ON book.author_id = author.id GROUP BY country",
     ["SELECT a.country, SUM(b.price) FROM book b JOIN author a ON a.id = b.author_id GROUP BY a.country", "SELECT country, SUM(price) FROM author, book WHERE book.author_id = author.id GROUP BY 1"],
     ["SELECT country, SUM(price) FROM author JOIN book ON book.id = author.id GROUP BY country", "SELECT country, SUM(DISTINCT price) FROM author JOIN book ON book.author_id = author.id GROUP BY country", "SELECT country, AVG(price) FROM author JOIN book ON book.author_id = author.id GROUP BY country", "SELECT country, SUM(price) FROM author LEFT JOIN book ON book.author_id = author.id GROUP BY country, author.id", "SELECT country, TOTAL(price) FROM author JOIN book ON book.author_id = author.id WHERE country IS NOT NULL GROUP BY country"]),
    ("Authors with more than one book", "SELECT author_id FROM book GROUP BY author_id HAVING COUNT(*) > 1",
     ["SELECT author_id FROM book GROUP BY author_id HAVING COUNT(*) >= 2", "SELECT author_id FROM (SELECT author_id, COUNT(*) AS n FROM book GROUP BY author_id) WHERE n > 1"],
     ["SELECT author_id FROM book GROUP BY author_id HAVING COUNT(*) > 2", "SELECT author_id FROM book GROUP BY author_id HAVING COUNT(price) > 1", "SELECT author_id FROM book GROUP BY author_id HAVING COUNT(*) >= 1", "SELECT author_id FROM book GROUP BY author_id, genre HAVING COUNT(*) > 1", "SELECT author_id FROM book GROUP BY author_id HAVING SUM(price) > 1"]),
    ("Books that were never lent", "SELECT title FROM book WHERE id NOT IN (SELECT book_id FROM loan WHERE book_id IS NOT NULL)",
     ["SELECT b.title FROM book b LEFT JOIN loan l ON l.book_id = b.id WHERE l.id IS NULL", "SELECT title FROM book b WHERE NOT EXISTS (SELECT 1 FROM loan WHERE book_id = b.id)"],
     ["SELECT title FROM book WHERE id IN (SELECT book_id FROM loan)", "SELECT title FROM book WHERE id NOT IN (SELECT id FROM loan)", "SELECT b.title FROM book b LEFT JOIN loan l ON l.book_id = b.id WHERE l.returned IS NULL", "SELECT title FROM book WHERE id NOT IN (SELECT member_id FROM loan)"]),
    ("Books from 1960 to 1980", "SELECT title FROM book WHERE year BETWEEN 1960 AND 1980",
     ["SELECT title FROM book WHERE year >= 1960 AND year <= 1980", "SELECT title FROM book WHERE NOT (year < 1960 OR year > 1980)"],
     ["SELECT title FROM book WHERE year > 1960 AND year < 1980", "SELECT title FROM book WHERE year >= 1960 AND year < 1980", "SELECT title FROM book WHERE year >= 1960", "SELECT title FROM book WHERE year > 1960 AND year <= 1980", "SELECT title FROM book WHERE year NOT BETWEEN 1960 AND 1980"]),
    ("Names of members from Oslo or Lima", "SELECT name FROM member WHERE city IN ('Oslo', 'Lima')",
     ["SELECT name FROM member WHERE city = 'Oslo' OR city = 'Lima'", "SELECT name FROM member WHERE city = 'Oslo' UNION ALL SELECT name FROM member WHERE city = 'Lima'"],
     ["SELECT DISTINCT name FROM member WHERE city IN ('Oslo', 'Lima')", "SELECT name FROM member WHERE city IS NOT NULL", "SELECT name FROM member WHERE city = 'Oslo' UNION SELECT name FROM member WHERE city = 'Lima'", "SELECT name FROM member WHERE city = 'Oslo' AND city = 'Lima'", "SELECT name FROM member WHERE city LIKE '%o%' OR city = 'Lima'"]),
    ("Titles that begin with C", "SELECT title FROM book WHERE title LIKE 'C%'",
     ["SELECT title FROM book WHERE title LIKE 'c%'", "SELECT title FROM book WHERE LOWER(SUBSTR(title, 1, 1)) = 'c'"],
     ["SELECT title FROM book WHERE title LIKE '%C%'", "SELECT title FROM book WHERE title LIKE '%C'", "SELECT title FROM book WHERE title LIKE 'Ci%'", "SELECT title FROM book WHERE title = 'C'"]),
    ("Authors born before 1930", "SELECT name FROM author WHERE born < 1930",
     ["SELECT name FROM author WHERE NOT born >= 1930", "SELECT name FROM author WHERE born <= 1929"],
     ["SELECT name FROM author WHERE born <= 1930", "SELECT name FROM author WHERE born > 1930", "SELECT name FROM author WHERE born < 1930 OR born IS NULL", "SELECT name FROM author WHERE COALESCE(born, 0) < 1930"]),
    ("How many loans has each member?", "SELECT member_id, COUNT(*) FROM loan GROUP BY member_id",
     ["SELECT member_id, COUNT(id) FROM loan GROUP BY 1", "SELECT l.member_id, SUM(1) FROM loan l GROUP BY l.member_id"],
     ["SELECT member_id, COUNT(returned) FROM loan GROUP BY member_id", "SELECT member_id, COUNT(DISTINCT book_id) FROM loan GROUP BY member_id", "SELECT book_id, COUNT(*) FROM loan GROUP BY book_id", "SELECT member_id, COUNT(*) FROM loan WHERE returned IS NOT NULL GROUP BY member_id", "SELECT member_id, COUNT(DISTINCT taken) FROM loan GROUP BY member_id"]),
    ("Books newer than the average year", "SELECT title FROM book WHERE year > (SELECT AVG(year) FROM book)",
     ["SELECT b.title FROM book b WHERE b.year > (SELECT AVG(c.year) FROM book c)", "SELECT title FROM book, (SELECT AVG(year) AS m FROM book) WHERE year > m"],
     ["SELECT title FROM book WHERE year > (SELECT MAX(year) - 30 FROM book)", "SELECT title FROM book WHERE year < (SELECT AVG(year) FROM book)", "SELECT title FROM book WHERE year > (SELECT AVG(year) FROM book WHERE genre = 'novel')", "SELECT title FROM book WHERE year > 1970"]),
    ("Rank of the books by price", "SELECT title, RANK() OVER (ORDER BY price DESC) FROM book WHERE price IS NOT NULL",
     ["SELECT title, (SELECT COUNT(*) + 1 FROM book c WHERE c.price > b.price) FROM book b WHERE price IS NOT NULL"],
     ["SELECT title, ROW_NUMBER() OVER (ORDER BY price DESC) FROM book WHERE price IS NOT NULL", "SELECT title, DENSE_RANK() OVER (ORDER BY price DESC) FROM book WHERE price IS NOT NULL", "SELECT title, RANK() OVER (ORDER BY price) FROM book WHERE price IS NOT NULL", "SELECT title, RANK() OVER (ORDER BY price DESC) FROM book"]),
    ("Names of members who lent a book by an Italian", "SELECT DISTINCT m.id, m.name FROM member m JOIN loan l ON l.member_id = m.id JOIN book b ON b.id = l.book_id JOIN author a ON a.id = b.author_id WHERE a.country = 'Italy'",
     ["SELECT id, name FROM member WHERE id IN (SELECT member_id FROM loan WHERE book_id IN (SELECT id FROM book WHERE author_id IN (SELECT id FROM author WHERE country = 'Italy')))", "SELECT m.id, m.name FROM member m WHERE EXISTS (SELECT 1 FROM loan l, book b, author a WHERE l.member_id = m.id AND b.id = l.book_id AND a.id = b.author_id AND a.country = 'Italy')"],
     ["SELECT m.id, m.name FROM member m JOIN loan l ON l.member_id = m.id JOIN book b ON b.id = l.book_id JOIN author a ON a.id = b.author_id WHERE a.country = 'Italy'", "SELECT DISTINCT m.id, m.name FROM member m JOIN loan l ON l.member_id = m.id JOIN book b ON b.id = l.id JOIN author a ON a.id = b.author_id WHERE a.country = 'Italy'", "SELECT DISTINCT m.id, m.name FROM member m JOIN loan l ON l.id = m.id JOIN book b ON b.id = l.book_id JOIN author a ON a.id = b.author_id WHERE a.country = 'Italy'", "SELECT DISTINCT m.id, m.name FROM member m JOIN loan l ON l.member_id = m.id JOIN book b ON b.id = l.book_id JOIN author a ON a.id = b.author_id WHERE a.country = 'India'"]),
]  # fmt: skip

#: (question with its own query, right answers, wrong answers)
ANSWERS = [
    ("What does SELECT COUNT(*) FROM book return?", ["11", "The answer is 11."], ["12", "The answer is 10.", "1"]),
    ("What does SELECT MAX(price) FROM book return?", ["14", "The answer is 14.0."], ["13.5", "The answer is 41.", "1.4"]),
    ("What is the result of SELECT SUM(price) FROM book WHERE genre = 'novel'?", ["63", "The answer is 63."], ["62", "The answer is 73.", "630"]),
    ("What is the result of SELECT AVG(price) FROM book WHERE author_id = 2;", ["11.5", "The answer is 11.5."], ["11", "The answer is 12.", "11.05"]),
    ("How many rows does `SELECT DISTINCT genre FROM book` return?", ["4", "The answer is 4."], ["3", "The answer is 11.", "5"]),
    ("How many rows does `SELECT * FROM book CROSS JOIN member` return?", ["55", "The answer is 55."], ["16", "The answer is 50.", "5.5"]),
    ("查询 SELECT COUNT(price) FROM book 的结果是多少？", ["9", "答案是9"], ["11", "答案是8", "10"]),
    ("What does this query return?\n```sql\nSELECT COUNT(*) FROM loan WHERE returned IS NULL;\n```", ["2", "The answer is 2."], ["6", "The answer is 8.", "3"]),
]  # fmt: skip
