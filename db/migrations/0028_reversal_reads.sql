CREATE TABLE "payment_reversal_reads" (
	"provider" text PRIMARY KEY NOT NULL,
	"read_through" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reversals_due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payments_reversals_due" ON "payments" USING btree ("reversals_due_at") WHERE "payments"."reversals_due_at" is not null;--> statement-breakpoint
-- Those that are stored already may have changed without a message: they are asked about once.
UPDATE "payments" SET "reversals_due_at" = now() WHERE "intent_id" IS NOT NULL AND ("id" IN (SELECT "payment_id" FROM "payment_refunds") OR "id" IN (SELECT "payment_id" FROM "payment_disputes"));
