const WIDTH = 480
const HEIGHT = 600

const drawing =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><path fill="#f4ede0" d="M0 0h480v600H0z"/>` +
  '<g fill="none" stroke="#b9aa8d" stroke-width="8" stroke-linecap="round" stroke-linejoin="round">' +
  '<path d="M150 290h160v40a80 80 0 0 1-160 0zM310 302h14a28 28 0 0 1 0 56h-19M130 430h200"/>' +
  '<path d="M200 250c-14-18 14-30 0-50M260 250c-14-18 14-30 0-50"/></g></svg>'

const source = `data:image/svg+xml,${encodeURIComponent(drawing)}`

type PlaceholderProps = { alt?: string; className?: string | undefined; width?: number; height?: number }

/** Placeholder of a product without a picture: a cup, with WooCommerce's class name. */
export const PlaceholderPicture = ({ alt = '', className, width = WIDTH, height = HEIGHT }: PlaceholderProps) => (
  <img
    src={source}
    width={width}
    height={height}
    alt={alt}
    className={['woocommerce-placeholder', className].filter(Boolean).join(' ')}
  />
)
