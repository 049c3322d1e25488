import type { CategoryWithCount } from '../../catalog/listing.ts'
import { hrefs } from '../../routes.ts'
import { Picture } from '../../ui/picture.tsx'
import type { HomeContent } from '../home.ts'
import styles from './home-parts.module.css'

/** A tile for each kind, in its own tint. */
export function KindTiles({
  kinds,
  categories,
}: {
  kinds: HomeContent['kinds']
  categories: readonly CategoryWithCount[]
}) {
  const tiles = kinds.tiles.flatMap((tile) => {
    const category = categories.find((candidate) => candidate.slug === tile.categorySlug)
    return category && category.count > 0 ? [{ ...tile, category }] : []
  })
  return (
    <section className={styles.kinds} aria-labelledby="home-kinds">
      <div className={styles.head}>
        <h2 id="home-kinds">{kinds.title}</h2>
        <p>{kinds.text}</p>
      </div>
      <ul className={styles.tiles}>
        {tiles.map(({ category, line, picture }) => (
          <li key={category.id}>
            <a
              href={hrefs.category(category.slug)}
              className={styles.tile}
              style={{ background: category.tint ?? undefined }}
            >
              {picture && (
                <Picture
                  picture={picture}
                  largest={360}
                  sizes="(min-width: 960px) 280px, 46vw"
                  alt=""
                  className={styles.picture}
                />
              )}
              <span className={styles.words}>
                <span className={styles.kind}>{category.name}</span>
                <span className={styles.line}>{line}</span>
                <span className={styles.count}>
                  {category.count} {category.count === 1 ? 'tea' : 'teas'}
                </span>
              </span>
            </a>
          </li>
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
    </section>
  )
}

/** How the house chooses, in a row of short points. */
export function Choosing({ choosing }: { choosing: HomeContent['choosing'] }) {
  return (
    <section className={styles.choosing} aria-labelledby="home-choosing">
      <div className={styles.choosingInner}>
        <div className={styles.choosingHead}>
          <h2 id="home-choosing">{choosing.title}</h2>
          <p>{choosing.text}</p>
        </div>
        <ol className={styles.points}>
          {choosing.points.map((point) => (
            <li key={point.title}>
              <h3>{point.title}</h3>
              <p>{point.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** What people wrote. */
export function Voices({ voices }: { voices: HomeContent['voices'] }) {
  return (
    <section className={styles.voices} aria-labelledby="home-voices">
      <h2 id="home-voices">{voices.title}</h2>
      <ul>
        {voices.items.map((voice) => (
          <li key={voice.name}>
            <figure>
              <blockquote>{voice.quote}</blockquote>
              <figcaption>
                {voice.name} <span>{voice.place}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
