-- An order's number is its id. The consecutive number that it gets when it is accepted is the invoice's.
ALTER TABLE "orders" RENAME COLUMN "number" TO "invoice_number";--> statement-breakpoint
ALTER TABLE "orders" RENAME CONSTRAINT "orders_number_unique" TO "orders_invoice_number_unique";--> statement-breakpoint
ALTER TABLE "orders" RENAME CONSTRAINT "orders_accepted_have_number" TO "orders_accepted_have_invoice_number";--> statement-breakpoint
ALTER TABLE "order_numbers" RENAME TO "invoice_numbers";--> statement-breakpoint
ALTER TABLE "invoice_numbers" RENAME CONSTRAINT "order_numbers_one_row" TO "invoice_numbers_one_row";--> statement-breakpoint
ALTER INDEX "order_numbers_pkey" RENAME TO "invoice_numbers_pkey";--> statement-breakpoint
UPDATE "settings" SET "name" = 'firstInvoiceNumber' WHERE "name" = 'firstOrderNumber';
