CREATE TABLE "payments_to_compare" (
	"order_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "differs" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_differing" ON "payments" USING btree ("id") WHERE "payments"."differs";--> statement-breakpoint
-- hand-written
CREATE FUNCTION compare_payments_later() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN
    INSERT INTO payments_to_compare SELECT NEW.id WHERE EXISTS (SELECT FROM payments WHERE order_id = NEW.id);
  ELSIF TG_TABLE_NAME = 'payment_disputes' THEN
    INSERT INTO payments_to_compare
      SELECT order_id FROM payments WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.payment_id ELSE NEW.payment_id END;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO payments_to_compare VALUES (OLD.order_id);
  ELSE
    INSERT INTO payments_to_compare VALUES (NEW.order_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_compared AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.paid_at, OLD.total_cents, OLD.refunded_cents, OLD.currency, OLD.payment_method, OLD.transaction_id)
    IS DISTINCT FROM (NEW.paid_at, NEW.total_cents, NEW.refunded_cents, NEW.currency, NEW.payment_method, NEW.transaction_id))
  EXECUTE FUNCTION compare_payments_later();
--> statement-breakpoint
CREATE TRIGGER payments_compared AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION compare_payments_later();
--> statement-breakpoint
CREATE TRIGGER payments_compared_anew AFTER UPDATE ON payments FOR EACH ROW
  WHEN ((OLD.order_id, OLD.status, OLD.captured_cents, OLD.refunded_cents, OLD.currency, OLD.charge_id, OLD.intent_id)
    IS DISTINCT FROM (NEW.order_id, NEW.status, NEW.captured_cents, NEW.refunded_cents, NEW.currency, NEW.charge_id, NEW.intent_id))
  EXECUTE FUNCTION compare_payments_later();
--> statement-breakpoint
CREATE TRIGGER payment_refunds_compared AFTER INSERT OR UPDATE OR DELETE ON payment_refunds FOR EACH ROW
  EXECUTE FUNCTION compare_payments_later();
--> statement-breakpoint
CREATE TRIGGER payment_disputes_compared AFTER INSERT OR UPDATE OR DELETE ON payment_disputes FOR EACH ROW
  EXECUTE FUNCTION compare_payments_later();
--> statement-breakpoint
INSERT INTO payments_to_compare SELECT DISTINCT order_id FROM payments;
