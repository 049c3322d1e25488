ALTER TABLE "emails" ADD COLUMN "reply_to" text;--> statement-breakpoint
-- Messages of customers that were sent before this column was there.
UPDATE "emails" SET "reply_to" = "orders"."billing"->>'email'
FROM "orders"
WHERE "orders"."id" = "emails"."order_id" AND "emails"."template" = 'shop-order-question' AND "emails"."html" IS NOT NULL;
