CREATE TABLE "product_views" (
	"product_id" integer NOT NULL,
	"viewed_on" date NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "product_views_product_id_viewed_on_pk" PRIMARY KEY("product_id","viewed_on")
);
--> statement-breakpoint
ALTER TABLE "product_views" ADD CONSTRAINT "product_views_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_views_day" ON "product_views" USING btree ("viewed_on");