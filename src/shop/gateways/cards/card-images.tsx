import { renderToStaticMarkup } from 'react-dom/server'
import { CardMark, markedBrands } from './card-mark.tsx'

const imageOf = (brand: string): string => {
  const svg = renderToStaticMarkup(<CardMark brand={brand} />).replace(
    '<svg',
    '<svg xmlns="http://www.w3.org/2000/svg"',
  )
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** The mark of each brand as an image, for scripts that show a card's brand (stripe-plugin sheet, "Keys of a gateway config"). */
export const cardImages: Readonly<Record<string, string>> = Object.fromEntries(
  markedBrands.map((brand) => [brand, imageOf(brand)]),
)
