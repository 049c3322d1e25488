ALTER TABLE "orders" DROP CONSTRAINT "orders_adds_up";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fees" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fees_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "prices_include_tax" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_adds_up" CHECK ("orders"."total_cents" = "orders"."items_total_cents" + "orders"."fees_cents" + "orders"."shipping_cents" + "orders"."tax_cents");