CREATE TABLE "order_counts" (
	"status" text NOT NULL,
	"own_status" text,
	"total" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "order_lines_product";--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "users_registered" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("name" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_lines_product" ON "order_lines" USING btree ("product_id","order_id");--> statement-breakpoint
-- hand-written
CREATE FUNCTION count_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO order_counts VALUES (OLD.status, OLD.own_status, -1); END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO order_counts VALUES (NEW.status, NEW.own_status, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_counted AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION count_order();
--> statement-breakpoint
CREATE TRIGGER orders_counted_anew AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.status, OLD.own_status) IS DISTINCT FROM (NEW.status, NEW.own_status)) EXECUTE FUNCTION count_order();
--> statement-breakpoint
CREATE FUNCTION count_no_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_counts;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_counted_truncate AFTER TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION count_no_orders();
--> statement-breakpoint
INSERT INTO order_counts SELECT status, own_status, count(*) FROM orders GROUP BY status, own_status;
