CREATE INDEX "products_sales" ON "products" USING btree ("total_sales","id");--> statement-breakpoint
CREATE INDEX "products_rating" ON "products" USING btree ("rating_hundredths","id");--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree (coalesce("min_price_cents", 0),"id");--> statement-breakpoint
CREATE INDEX "products_sku_parts" ON "products" USING gin ("sku" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entries_newest" ON "entries" USING btree ("kind","published_at","id");--> statement-breakpoint
CREATE INDEX "entries_product_names" ON "entries" USING gin ("title" gin_trgm_ops) WHERE "entries"."kind" = 'product';