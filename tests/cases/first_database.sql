CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('0001');
CREATE TABLE tables (id VARCHAR(32) NOT NULL, made DATETIME NOT NULL, PRIMARY KEY (id));
CREATE TABLE events (
  table_id VARCHAR(32) NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL,
  stored DATETIME NOT NULL, PRIMARY KEY (table_id, version),
  FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO tables VALUES ('abc', '2026-01-01 12:00:00.000000');
INSERT INTO events VALUES (
  'abc', 1,
  '{"type":"made","preset":"short","rules":{"end":{"target":250}},"level":"beginner",
    "invite":true,"host":"ann"}',
  '2026-01-01 12:00:00.000000'
);
INSERT INTO events VALUES (
  'abc', 2, '{"type":"sat","seat":2,"person":"ann","name":"Ann"}', '2026-01-01 12:00:00.000000'
);
