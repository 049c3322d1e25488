import { hrefs } from '../../../../../platform/web/routes.ts'
import type { CardSource } from '../../../../../shop/listing/context.ts'
import { CardGrid } from '../../../../../shop/listing/pages/card-grid.tsx'
import { loadCards } from '../../../../../shop/listing/select-cards.ts'
import { type BlockDefinition, defineBlock } from '../../../../../things/blocks/block.ts'
import { entities, lines, text } from '../../../../../things/blocks/options.ts'
import { Part } from '../part/part.tsx'

const WITHOUT_CHOICE = 4

/** A row of chosen products under a title, or of featured ones. */
export const featuredProducts = (shop: CardSource): BlockDefinition =>
  defineBlock({
    name: 'featured_products',
    title: 'Products with a title',
    group: 'shop',
    options: {
      title: text('Title', 'On the table now'),
      text: lines('Text'),
      products: entities('Products, or featured ones', 'product'),
    },
    load: (place, { products: ids }) =>
      loadCards(
        shop,
        place,
        ids.length > 0
          ? { source: 'picked', ids, count: ids.length }
          : { source: 'featured', count: WITHOUT_CHOICE, hidesSoldOut: true },
      ),
    View: ({ options: { title, text }, data, id, edit }) =>
      data.length === 0 ? null : (
        <Part id={id} edit={edit} title={title} text={text} link={{ label: 'Shop all', href: hrefs.shop() }}>
          <CardGrid cards={data} arrangement="row" headingLevel={3} />
        </Part>
      ),
  })
