CREATE TABLE "report_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_days" (
	"day" date PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"time_zone" text DEFAULT '' NOT NULL,
	CONSTRAINT "report_state_one_row" CHECK ("report_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "report_totals" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"items" bigint DEFAULT 0 NOT NULL,
	"gross_cents" bigint DEFAULT 0 NOT NULL,
	"discounts_cents" bigint DEFAULT 0 NOT NULL,
	"fees_cents" bigint DEFAULT 0 NOT NULL,
	"shipping_cents" bigint DEFAULT 0 NOT NULL,
	"taxes_cents" bigint DEFAULT 0 NOT NULL,
	"returns_cents" bigint DEFAULT 0 NOT NULL,
	"returned_shipping_cents" bigint DEFAULT 0 NOT NULL,
	"returned_taxes_cents" bigint DEFAULT 0 NOT NULL,
	"returned_items" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "report_totals_kind_day_key_pk" PRIMARY KEY("kind","day","key")
);
--> statement-breakpoint
CREATE INDEX "payment_refunds_created" ON "payment_refunds" USING btree ("created_at");--> statement-breakpoint
-- hand-written
INSERT INTO report_state (id) VALUES (1);
--> statement-breakpoint
CREATE FUNCTION report_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO report_changes (order_id, at) VALUES (NEW.id, NEW.created_at);
  END IF;
  IF TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND (OLD.created_at, OLD.billing->>'email') IS DISTINCT FROM (NEW.created_at, NEW.billing->>'email')) THEN
    -- Where it counted before, and the next order of its buyer, who may be a new one now.
    INSERT INTO report_changes (order_id, at)
      SELECT OLD.id, OLD.created_at
      UNION ALL SELECT order_id, created_at FROM payment_refunds WHERE order_id = OLD.id
      UNION ALL (SELECT id, created_at FROM orders
        WHERE lower(billing->>'email') = lower(OLD.billing->>'email') AND (created_at, id) > (OLD.created_at, OLD.id) AND id <> OLD.id
          AND invoice_number IS NOT NULL AND status IN ('on-hold', 'processing', 'completed', 'refunded')
        ORDER BY created_at, id LIMIT 1);
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_report_insert AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.invoice_number IS NOT NULL) EXECUTE FUNCTION report_changed_order();
--> statement-breakpoint
CREATE TRIGGER orders_report_update AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.invoice_number IS NOT NULL OR NEW.invoice_number IS NOT NULL) AND OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION report_changed_order();
--> statement-breakpoint
CREATE TRIGGER orders_report_delete BEFORE DELETE ON orders FOR EACH ROW
  WHEN (OLD.invoice_number IS NOT NULL) EXECUTE FUNCTION report_changed_order();
--> statement-breakpoint
CREATE FUNCTION report_changed_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO report_changes (order_id, at) VALUES (OLD.order_id, OLD.created_at); END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO report_changes (order_id, at) VALUES (NEW.order_id, NEW.created_at); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_refunds_report AFTER INSERT OR UPDATE OR DELETE ON payment_refunds FOR EACH ROW
  EXECUTE FUNCTION report_changed_refund();
--> statement-breakpoint
CREATE FUNCTION report_emptied_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE report_state SET time_zone = '';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_report_truncate AFTER TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION report_emptied_orders();
