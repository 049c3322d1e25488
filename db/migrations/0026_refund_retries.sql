ALTER TABLE "payment_refunds" ADD COLUMN "has_succeeded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "retry_id" integer;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_retry_id_payment_refunds_id_fk" FOREIGN KEY ("retry_id") REFERENCES "public"."payment_refunds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_retry_id_unique" UNIQUE("retry_id");--> statement-breakpoint
-- Whether an earlier failed refund had succeeded before is not stored: its pieces are not restocked a second time.
UPDATE "payment_refunds" SET "has_succeeded" = true WHERE "status" = 'succeeded' OR ("status" IN ('failed', 'canceled') AND "refund_id" IS NOT NULL);
