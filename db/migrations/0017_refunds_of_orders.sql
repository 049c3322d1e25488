ALTER TABLE "payment_refunds" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "order_id" integer;--> statement-breakpoint
UPDATE "payment_refunds" SET "order_id" = "payments"."order_id" FROM "payments" WHERE "payments"."id" = "payment_refunds"."payment_id";--> statement-breakpoint
ALTER TABLE "payment_refunds" ALTER COLUMN "order_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "restocks" boolean;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "refunded_by" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "author" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "problem" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_refunds_order" ON "payment_refunds" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_one_starting" ON "payment_refunds" USING btree ("payment_id") WHERE "payment_refunds"."status" = 'starting';