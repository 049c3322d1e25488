CREATE TABLE "payment_detachments" (
	"provider" text NOT NULL,
	"payment_method_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"detached_at" timestamp with time zone,
	CONSTRAINT "payment_detachments_provider_payment_method_id_pk" PRIMARY KEY("provider","payment_method_id")
);
--> statement-breakpoint
CREATE TABLE "payment_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer_id" integer NOT NULL,
	"provider" text NOT NULL,
	"payment_method_id" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_tokens_month" CHECK ("payment_tokens"."exp_month" between 1 and 12)
);
--> statement-breakpoint
ALTER TABLE "payment_customers" ALTER COLUMN "provider_customer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD COLUMN "idempotency_key" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_detachments_pending" ON "payment_detachments" USING btree ("provider","created_at") WHERE "payment_detachments"."detached_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_tokens_payment_method" ON "payment_tokens" USING btree ("payment_method_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_tokens_card" ON "payment_tokens" USING btree ("customer_id","provider","fingerprint","exp_month","exp_year");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_tokens_one_default" ON "payment_tokens" USING btree ("customer_id","provider") WHERE "payment_tokens"."is_default";