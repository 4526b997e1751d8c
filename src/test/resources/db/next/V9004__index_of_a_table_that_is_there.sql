CREATE INDEX CONCURRENTLY invoice_created_at_idx ON invoice (created_at);
