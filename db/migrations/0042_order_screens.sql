CREATE TABLE "order_search" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "orders_created";--> statement-breakpoint
DROP INDEX "orders_updated";--> statement-breakpoint
DROP INDEX "orders_status";--> statement-breakpoint
DROP INDEX "orders_customer";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "own_status" text;--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_search_trgm" ON "order_search" USING gin ("text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_own_status" ON "orders" USING btree ("own_status","created_at","id") WHERE "orders"."own_status" is not null;--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_updated" ON "orders" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","created_at","id");--> statement-breakpoint
-- hand-written
-- A search reads the pending list of the index entry by entry: a small one bounds the cost.
ALTER INDEX order_search_trgm SET (gin_pending_list_limit = 256);
--> statement-breakpoint
-- As `fold` of src/shop/orders/search/order-search.store.ts: small letters without accents, one space between words.
CREATE FUNCTION fold_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g'))
$$;
--> statement-breakpoint
-- The lock comes first, so that the text is made of what was committed by then. One order is always few rows: a plan made
-- while a table was small must not read it whole later.
CREATE FUNCTION refresh_order_search(integer[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM order_search WHERE order_id = ANY($1) ORDER BY order_id FOR UPDATE;
  INSERT INTO order_search (order_id, text)
  SELECT id, ' ' || fold_text(concat_ws(' ',
    (SELECT string_agg(value, ' ' ORDER BY key) FROM jsonb_each_text(one.billing)),
    CASE WHEN one.shipping <> one.billing THEN
      (SELECT string_agg(value, ' ' ORDER BY key) FROM jsonb_each_text(one.shipping)) END,
    -- A telephone number and a postal code are also found without what stands between their parts.
    regexp_replace(one.billing->>'phone', '\D', '', 'g'), regexp_replace(one.shipping->>'phone', '\D', '', 'g'),
    replace(one.billing->>'postcode', ' ', ''), replace(one.shipping->>'postcode', ' ', ''),
    one.customer_note, one.transaction_id, one.payment_reference,
    (SELECT string_agg(concat_ws(' ', line.name, line.sku, line.pack_size,
        (SELECT string_agg(choice->>'value', ' ') FROM jsonb_array_elements(line.choices) choice)), ' ' ORDER BY line.id)
      FROM order_lines line WHERE line.order_id = one.id),
    (SELECT string_agg(code, ' ' ORDER BY code) FROM order_coupons WHERE order_id = one.id),
    (SELECT string_agg(tracking_number, ' ' ORDER BY id) FROM order_shipments WHERE order_id = one.id),
    (SELECT string_agg(intent_id, ' ' ORDER BY id) FROM payments WHERE order_id = one.id),
    -- What the shop notes by itself is alike in all orders.
    (SELECT string_agg(note.text, ' ' ORDER BY note.id) FROM order_notes note
      WHERE note.order_id = one.id AND note.author <> 'shop' AND note.text NOT LIKE 'Order status changed from %')))
  FROM orders one WHERE id = ANY($1) ORDER BY id
  ON CONFLICT (order_id) DO UPDATE SET text = excluded.text WHERE order_search.text <> excluded.text;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_order_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_search(ARRAY[CASE WHEN TG_OP = 'DELETE' THEN OLD.order_id ELSE NEW.order_id END]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_search(array_agg(id)) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_orders_of_changed_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_search(array_agg(DISTINCT order_id)) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_search(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_new AFTER INSERT ON orders
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_changed_orders();
--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE ON orders FOR EACH ROW WHEN (
  (OLD.billing, OLD.shipping, OLD.customer_note, OLD.transaction_id, OLD.payment_reference)
  IS DISTINCT FROM (NEW.billing, NEW.shipping, NEW.customer_note, NEW.transaction_id, NEW.payment_reference)
) EXECUTE FUNCTION search_changed_order();
--> statement-breakpoint
CREATE TRIGGER search_new AFTER INSERT ON order_lines
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_orders_of_changed_lines();
--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE ON order_lines
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_orders_of_changed_lines();
--> statement-breakpoint
CREATE TRIGGER search_deleted AFTER DELETE ON order_lines
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_orders_of_changed_lines();
--> statement-breakpoint
CREATE TRIGGER search_changed AFTER INSERT OR DELETE ON order_coupons
FOR EACH ROW EXECUTE FUNCTION search_order_of_row();
--> statement-breakpoint
CREATE TRIGGER search_changed AFTER INSERT OR UPDATE OF tracking_number OR DELETE ON order_shipments
FOR EACH ROW EXECUTE FUNCTION search_order_of_row();
--> statement-breakpoint
CREATE TRIGGER search_new AFTER INSERT ON payments FOR EACH ROW WHEN (NEW.intent_id IS NOT NULL)
EXECUTE FUNCTION search_order_of_row();
--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE ON payments FOR EACH ROW WHEN (NEW.intent_id IS DISTINCT FROM OLD.intent_id)
EXECUTE FUNCTION search_order_of_row();
--> statement-breakpoint
CREATE TRIGGER search_new AFTER INSERT ON order_notes FOR EACH ROW
WHEN (NEW.author <> 'shop' AND NEW.text NOT LIKE 'Order status changed from %') EXECUTE FUNCTION search_order_of_row();
--> statement-breakpoint
CREATE TRIGGER search_deleted AFTER DELETE ON order_notes FOR EACH ROW
WHEN (OLD.author <> 'shop') EXECUTE FUNCTION search_order_of_row();
--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE OF text ON order_notes
FOR EACH ROW EXECUTE FUNCTION search_order_of_row();
--> statement-breakpoint
-- A status of one's own stands for one status, and goes with it.
CREATE FUNCTION clear_own_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.own_status := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER own_status_cleared BEFORE UPDATE ON orders FOR EACH ROW
WHEN (NEW.status <> OLD.status AND NEW.own_status IS NOT DISTINCT FROM OLD.own_status)
EXECUTE FUNCTION clear_own_status();
--> statement-breakpoint
SELECT refresh_order_search(array_agg(id)) FROM orders HAVING count(*) > 0;
