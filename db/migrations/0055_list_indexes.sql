DROP INDEX "privacy_log_newest";--> statement-breakpoint
DROP INDEX "comments_created";--> statement-breakpoint
DROP INDEX "form_submissions_newest";--> statement-breakpoint
DROP INDEX "entries_published";--> statement-breakpoint
DROP INDEX "entry_revisions_newest";--> statement-breakpoint
DROP INDEX "media_newest";--> statement-breakpoint
DROP INDEX "emails_created";--> statement-breakpoint
CREATE INDEX "orders_recent_email" ON "orders" USING btree ("canonical_billing_email","created_at") WHERE "orders"."canonical_billing_email" <> '';--> statement-breakpoint
CREATE INDEX "orders_ended_network" ON "orders" USING btree ("client_network","created_at") WHERE paid_at is null and status not in ('pending', 'failed', 'on-hold', 'processing') and "orders"."client_network" <> '';--> statement-breakpoint
CREATE INDEX "orders_cancelled_cart" ON "orders" USING btree ("cart_id") WHERE "orders"."status" = 'cancelled';--> statement-breakpoint
CREATE INDEX "orders_recent_address" ON "orders" USING btree (hashtextextended(lower(regexp_replace(coalesce((case when coalesce(shipping->>'address1', '') = '' then billing else shipping end)->>'address1', '') || coalesce((case when coalesce(shipping->>'address1', '') = '' then billing else shipping end)->>'address2', '') || coalesce((case when coalesce(shipping->>'address1', '') = '' then billing else shipping end)->>'postcode', '') || coalesce((case when coalesce(shipping->>'address1', '') = '' then billing else shipping end)->>'country', ''), '[^[:alnum:]]', '', 'g')), 0),"created_at");--> statement-breakpoint
CREATE INDEX "orders_paid_customer" ON "orders" USING btree ("customer_id") WHERE "orders"."paid_at" is not null and "orders"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_last4" ON "payments" USING btree ("card_last4") WHERE "payments"."card_last4" is not null;--> statement-breakpoint
CREATE INDEX "payments_card" ON "payments" USING btree ("card_fingerprint") WHERE "payments"."card_fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "fraud_assessments_card" ON "fraud_assessments" USING btree ("card_fingerprint") WHERE "fraud_assessments"."card_fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "comments_created" ON "comments" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "form_submissions_newest" ON "form_submissions" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "entries_published" ON "entries" USING btree ("kind","status","published_at","id");--> statement-breakpoint
CREATE INDEX "entry_revisions_newest" ON "entry_revisions" USING btree ("entry_id","id");--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "emails_created" ON "emails" USING btree ("created_at","id");