SET LOCAL lock_timeout = '5s';

ALTER TABLE payment ADD COLUMN tries int NOT NULL DEFAULT 0;

ALTER TABLE payment
    DROP CONSTRAINT payment_status_known,
    ADD CONSTRAINT payment_status_known CHECK (status IN ('Pending', 'Captured', 'Refunded', 'Disputed')) NOT VALID;
