-- hand-written
-- Using a session locks it before its account, and whoever changes an account locks it first: both waited for each other.
-- An account that is being changed is noted as active with the next use.
CREATE OR REPLACE FUNCTION record_account_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET last_active_at = NEW.updated_at WHERE id = (
    SELECT id FROM users WHERE id = NEW.user_id AND last_active_at < NEW.updated_at FOR NO KEY UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;
