import { hrefs } from '../../../platform/web/routes.ts'
import { defineBlock } from '../../../things/blocks/block.ts'
import { choice, entities, flag, number, type OptionValues } from '../../../things/blocks/options.ts'
import type { WithProductIndex } from '../context.ts'
import { CardGrid } from '../pages/card-grid.tsx'
import { type CardSelection, cardOrders, cardSources, loadCards } from '../select-cards.ts'

const options = {
  source: choice('Which products', cardSources, 'newest'),
  categories: entities('Of these categories', 'product_cat'),
  tags: entities('With one of these tags', 'product_tag'),
  products: entities('These products', 'product'),
  number: number('At most', { min: 1, max: 60, default: 4 }),
  order: choice('Order', cardOrders, 'default'),
  hide_sold_out: flag('Leave out what is sold out', false),
  layout: choice('Layout of the cards', ['1', '4'], '1'),
  columns: choice('Columns', ['1', '2', '3', '4'], '4'),
  heading_level: choice('Level of the names as headings', ['2', '3'], '3'),
}

export const productGrid = (shop: WithProductIndex) =>
  defineBlock({
    name: 'product_grid',
    title: 'Products',
    group: 'shop',
    options,
    load: (place, values) => loadCards(shop, place, selectionOf(values)),
    View: ({ data, options: { layout, columns, heading_level: level } }) =>
      data.length === 0 ? (
        <NoProducts />
      ) : (
        <CardGrid
          cards={data}
          arrangement="block"
          layout={layout === '4' ? 4 : 1}
          columns={Number(columns) as 1 | 2 | 3 | 4}
          headingLevel={level === '2' ? 2 : 3}
        />
      ),
  })

/** Shown when none of the products is visible (any more, or yet). */
export const NoProducts = () => (
  <p>
    There is nothing to show here at the moment. <a href={hrefs.shop()}>See everything in the shop</a>
  </p>
)

function selectionOf({ source, ...values }: OptionValues<typeof options>): CardSelection {
  const ids = { category: values.categories, tag: values.tags, picked: values.products }
  return {
    source,
    ids: source in ids ? ids[source as keyof typeof ids] : [],
    order: values.order,
    count: source === 'picked' ? values.products.length : Math.trunc(values.number),
    hidesSoldOut: values.hide_sold_out,
  }
}
