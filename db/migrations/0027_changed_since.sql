ALTER TABLE "coupons" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "coupons" SET "updated_at" = "created_at";--> statement-breakpoint
CREATE INDEX "orders_updated" ON "orders" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);