import { hrefs } from '../../../../platform/web/routes.ts'
import type { CategoryWithCount } from '../../../../shop/listing/listing.ts'
import { Picture } from '../../../../things/media/picture-element.tsx'
import type { HomeContent } from '../home.ts'
import styles from './home-sections.module.css'

/** A tile per category, in its tint. */
export function CategoryTiles({
  section,
  categories,
}: {
  section: HomeContent['categories']
  categories: readonly CategoryWithCount[]
}) {
  const tiles = section.tiles.flatMap((tile) => {
    const category = categories.find((candidate) => candidate.slug === tile.categorySlug)
    return category && category.count > 0 ? [{ ...tile, category }] : []
  })
  return (
    <section className={styles.kinds} aria-labelledby="home-kinds">
      <div className={styles.head}>
        <h2 id="home-kinds">{section.title}</h2>
        <p>{section.text}</p>
      </div>
      <ul className={styles.tiles}>
        {tiles.map(({ category, subtitle, picture }) => (
          <li key={category.id}>
            <a
              href={hrefs.category(category.slug)}
              className={styles.tile}
              style={{ background: category.tint ?? undefined }}
            >
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
                <span className={styles.kind}>{category.name}</span>
                <span className={styles.line}>{subtitle}</span>
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

/** Approach section: a row of short points. */
export function ApproachSection({ section }: { section: HomeContent['approach'] }) {
  return (
    <section className={styles.choosing} aria-labelledby="home-choosing">
      <div className={styles.choosingInner}>
        <div className={styles.choosingHead}>
          <h2 id="home-choosing">{section.title}</h2>
          <p>{section.text}</p>
        </div>
        <ol className={styles.points}>
          {section.points.map((point) => (
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

/** Testimonials. */
export function Testimonials({ testimonials }: { testimonials: HomeContent['testimonials'] }) {
  return (
    <section className={styles.voices} aria-labelledby="home-voices">
      <h2 id="home-voices">{testimonials.title}</h2>
      <ul>
        {testimonials.items.map((testimonial) => (
          <li key={testimonial.name}>
            <figure>
              <blockquote>{testimonial.quote}</blockquote>
              <figcaption>
                {testimonial.name} <span>{testimonial.location}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
