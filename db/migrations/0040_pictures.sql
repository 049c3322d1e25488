CREATE TABLE "product_picture_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_picture_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	"source" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "media_moved" (
	"path" text PRIMARY KEY NOT NULL,
	"media_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_picture_requests" ADD CONSTRAINT "product_picture_requests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_moved" ADD CONSTRAINT "media_moved_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_picture_requests_due" ON "product_picture_requests" USING btree ("next_try_at") WHERE "product_picture_requests"."problem" is null;--> statement-breakpoint
CREATE INDEX "product_picture_requests_product" ON "product_picture_requests" USING btree ("product_id");