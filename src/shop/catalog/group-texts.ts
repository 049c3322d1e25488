/** What is said about a grouped product of which nothing was chosen, in WooCommerce's words. */
export const NO_QUANTITY_CHOSEN = 'Please choose the quantity of items you wish to add to your cart…'
