import { hrefs } from '../../../../../platform/web/routes.ts'
import type { WithProductIndex } from '../../../../../shop/listing/context.ts'
import { categoriesWithCounts } from '../../../../../shop/listing/list-products.ts'
import type { CategoryWithCount } from '../../../../../shop/listing/listing.ts'
import { type BlockDefinition, defineBlock } from '../../../../../things/blocks/block.ts'
import { entities, lines, picture, text } from '../../../../../things/blocks/options.ts'
import type { Picture as MediaPicture } from '../../../../../things/media/media.table.ts'
import { Picture } from '../../../../../things/media/picture-element.tsx'
import { Part } from '../part/part.tsx'
import styles from './category-tiles.module.css'

const tile = {
  category: entities('Category', 'product_cat'),
  subtitle: text('Words on the tile'),
  picture: picture('Picture'),
}

/** A tile for each category with products; its tint and product count come from the category. */
export const categoryTiles = (shop: WithProductIndex): BlockDefinition =>
  defineBlock({
    name: 'category_tiles',
    title: 'Tiles of categories',
    group: 'shop',
    options: { title: text('Title', 'Kinds of tea'), text: lines('Text') },
    item: { title: 'Tile', options: tile },
    load: async () => ({ data: await categoriesWithCounts(shop), tags: ['listing'] }),
    View: ({ options, items, data, pictures, id, edit }) => {
      const tiles = items.flatMap(({ options: one }) => {
        const category = data.find(({ id, count }) => id === one.category[0] && count > 0)
        return category ? [{ ...one, category }] : []
      })
      return (
        tiles.length > 0 && (
          <Part id={id} edit={edit} {...options}>
            <ul className={styles.tiles}>
              {tiles.map(({ category, subtitle, picture }) => (
                <Tile key={category.id} category={category} subtitle={subtitle} picture={pictures.get(picture)} />
              ))}
              {tiles.length % 4 === 3 && (
                <li className={styles.filler}>
                  <a href={hrefs.shop()} className={`${styles.tile} ${styles.all}`}>
                    <span className={styles.words}>
                      <span className={styles.kind}>Shop all</span>
                      <span className={styles.line}>Teas, teaware and gifts together</span>
                    </span>
                  </a>
                </li>
              )}
            </ul>
          </Part>
        )
      )
    },
  })

type TileProps = { category: CategoryWithCount; subtitle: string; picture: MediaPicture | undefined }

const Tile = ({ category: { slug, name, tint, count }, subtitle, picture }: TileProps) => (
  <li>
    <a href={hrefs.category(slug)} className={styles.tile} style={{ background: tint ?? undefined }}>
      {picture && (
        <Picture
          picture={picture}
          maxWidth={360}
          sizes="(min-width: 960px) 280px, 46vw"
          alt=""
          className={styles.picture}
        />
      )}
      <span className={styles.words}>
        <span className={styles.kind}>{name}</span>
        <span className={styles.line}>{subtitle}</span>
        <span className={styles.count}>
          {count} {count === 1 ? 'product' : 'products'}
        </span>
      </span>
    </a>
  </li>
)
