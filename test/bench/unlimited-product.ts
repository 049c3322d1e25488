/** The id of a product without stock tracking: a bench buys more than a shop has in stock. */
export async function findUnlimitedProduct(shopUrl: string): Promise<number> {
  const response = await fetch(`${shopUrl}/wp-json/wc/store/v1/products?per_page=100&stock_status=instock&type=simple`)
  const products = (await response.json()) as { id: number; add_to_cart: { maximum: number } }[]
  const unlimited = products.find((product) => product.add_to_cart.maximum >= 9999)
  if (!unlimited) throw new Error('The demo shop has nothing whose stock is not counted')
  return unlimited.id
}
