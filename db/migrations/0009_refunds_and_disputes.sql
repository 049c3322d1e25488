CREATE TABLE "payment_disputes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"dispute_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"status_before" text,
	"due_by" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payment_disputes_dispute_id_unique" UNIQUE("dispute_id"),
	CONSTRAINT "payment_disputes_amount_positive" CHECK ("payment_disputes"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "captured_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "readings_begun" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "readings_taken" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "payments" SET "captured_cents" = "amount_cents" WHERE "status" = 'succeeded' OR EXISTS (SELECT 1 FROM "payment_refunds" WHERE "payment_id" = "payments"."id" AND "payment_refunds"."status" = 'succeeded');--> statement-breakpoint
UPDATE "payments" SET "refunded_cents" = back.cents FROM (SELECT "payment_id", sum("amount_cents") AS cents FROM "payment_refunds" WHERE "status" = 'succeeded' GROUP BY "payment_id") back WHERE back."payment_id" = "payments"."id";--> statement-breakpoint
UPDATE "orders" SET "refunded_cents" = least("total_cents", back.cents) FROM (SELECT "order_id", sum("refunded_cents") AS cents FROM "payments" WHERE "refunded_cents" > 0 GROUP BY "order_id") back WHERE back."order_id" = "orders"."id" AND "orders"."paid_at" IS NULL;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_disputes_payment" ON "payment_disputes" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded_within_total" CHECK ("orders"."refunded_cents" >= 0 and "orders"."refunded_cents" <= "orders"."total_cents");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded_within_captured" CHECK ("payments"."refunded_cents" >= 0 and "payments"."refunded_cents" <= "payments"."captured_cents");