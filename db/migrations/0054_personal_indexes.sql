-- Email addresses that are whole texts of a JSON document.
CREATE FUNCTION quoted_emails(document text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN array(
  SELECT lower(found[1]) FROM regexp_matches(document, '"([^"\\@\s]+@[^"\\@\s]+)"', 'g') found WHERE length(found[1]) <= 320
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_about" ON "webhook_deliveries" USING btree ("resource","resource_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_emails" ON "webhook_deliveries" USING gin (quoted_emails("request_body"));--> statement-breakpoint
CREATE INDEX "comments_user" ON "comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "entries_author" ON "entries" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "emails_order" ON "emails" USING btree ("order_id");