CREATE TABLE "fraud_assessments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fraud_assessments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"card_fingerprint" text,
	"action" text NOT NULL,
	"reasons" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card_fingerprint" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card_country" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card_postal_check" text;--> statement-breakpoint
CREATE INDEX "fraud_assessments_order" ON "fraud_assessments" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "fraud_assessments" ADD CONSTRAINT "fraud_assessments_order_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE cascade;
