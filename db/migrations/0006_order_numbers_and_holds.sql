CREATE TABLE "order_numbers" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "order_numbers_one_row" CHECK ("order_numbers"."id" = 1)
);
--> statement-breakpoint
DROP INDEX "orders_one_per_cart_version";--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "html" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "text" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "facts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
-- Customers were told the id of their order: for those orders it stays what it is called.
UPDATE "orders" SET "number" = "id"
WHERE "status" NOT IN ('pending', 'failed')
  AND ("status" <> 'cancelled' OR "paid_at" IS NOT NULL OR "payment_method" <> 'stripe_cc');--> statement-breakpoint
INSERT INTO "order_numbers" ("last") SELECT coalesce(max("number"), 0) FROM "orders";--> statement-breakpoint
UPDATE "orders" SET "held_until" = "created_at" + interval '60 minutes' WHERE "status" IN ('pending', 'failed');--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("held_until") WHERE "orders"."status" in ('pending', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_per_cart_version" ON "orders" USING btree ("cart_id","cart_version") WHERE "orders"."status" <> 'cancelled';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_number_unique" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_accepted_have_number" CHECK ("orders"."number" is not null or "orders"."status" in ('pending', 'failed', 'cancelled', 'on-hold'));