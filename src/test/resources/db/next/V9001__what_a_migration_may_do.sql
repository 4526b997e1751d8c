-- The migrations of a next version: together they do each thing that one may do, to the tables that this version works on.
SET LOCAL lock_timeout = '5s';

CREATE TABLE next_version (
    id         bigint      GENERATED ALWAYS AS IDENTITY,
    note       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT next_version_pkey PRIMARY KEY (id)
);

CREATE INDEX next_version_created_at_idx ON next_version (created_at);

ALTER TABLE invoice ADD COLUMN note text, ADD COLUMN version int NOT NULL DEFAULT 1;

COMMENT ON COLUMN invoice.note IS 'of the next version';
