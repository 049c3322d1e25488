DROP INDEX "emails_once_per_transition";--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "key" text;--> statement-breakpoint
UPDATE "emails" SET "key" = 'order:' || "order_id" || ':' || "transition" WHERE "order_id" IS NOT NULL;--> statement-breakpoint
-- What the welcome email needed of its order.
UPDATE "emails" SET "data" = "emails"."data" || jsonb_build_object('firstName', "orders"."billing"->>'firstName', 'email', "orders"."billing"->>'email')
FROM "orders" WHERE "orders"."id" = "emails"."order_id" AND "emails"."template" = 'new-account' AND "emails"."html" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "emails_once" ON "emails" USING btree ("key","template");--> statement-breakpoint
ALTER TABLE "emails" DROP COLUMN "transition";
