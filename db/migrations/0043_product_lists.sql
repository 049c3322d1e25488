CREATE INDEX "products_sku_parts" ON "products" USING gin ("sku" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entries_newest" ON "entries" USING btree ("kind","published_at","id");--> statement-breakpoint
CREATE INDEX "entries_product_names" ON "entries" USING gin ("title" gin_trgm_ops) WHERE "entries"."kind" = 'product';