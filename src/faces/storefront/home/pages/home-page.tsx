import { ButtonLink } from '../../../../platform/ui/buttons.tsx'
import { Icon } from '../../../../platform/ui/icon.tsx'
import { Notices } from '../../../../platform/ui/notices.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import type { ProductCardData } from '../../../../shop/catalog/product-card.ts'
import type { CategoryWithCount } from '../../../../shop/listing/listing.ts'
import { CardGrid } from '../../../../shop/listing/pages/card-grid.tsx'
import type { PostSummary } from '../../../../site/content/content.store.ts'
import { PostCard } from '../../../../site/content/pages/post-card.tsx'
import { HomeSlider } from '../../../../site/features/home-slider/home-slider.tsx'
import { TestimonialSlider } from '../../../../site/features/testimonials/testimonials.tsx'
import { Picture } from '../../../../things/media/picture-element.tsx'
import type { HomeContent } from '../home-content.ts'
import styles from './home-page.module.css'
import sections from './home-sections.module.css'

type HomePageProps = {
  home: HomeContent
  featured: readonly ProductCardData[]
  categories: readonly CategoryWithCount[]
  posts: readonly PostSummary[]
}

export const HomePage = ({ home, featured, categories, posts }: HomePageProps) => (
  <main id="content" className={styles.page}>
    <Notices notices={[]} />
    <Hero hero={home.hero} />
    {home.categories.tiles.length > 0 && <CategoryTiles section={home.categories} categories={categories} />}
    {featured.length > 0 && (
      <section className={styles.part} aria-labelledby="home-picks">
        <div className={styles.partHead}>
          <div>
            <h2 id="home-picks">{home.featured.title}</h2>
            <p>{home.featured.text}</p>
          </div>
          <ButtonLink variant="tertiary" href={hrefs.shop()}>
            Shop all <Icon name="arrow" />
          </ButtonLink>
        </div>
        <CardGrid cards={featured} arrangement="row" headingLevel={3} />
      </section>
    )}
    {home.approach.points.length > 0 && <ApproachSection section={home.approach} />}
    <JournalSection journal={home.journal} posts={posts} />
    {home.testimonials.items.length > 0 && <Letters testimonials={home.testimonials} />}
  </main>
)

type Slide = HomeContent['hero']['slides'][number]

const slideClass = ({ picture }: Slide) => `${styles.hero} ${picture ? '' : styles.plain}`

const Hero = ({ hero }: { hero: HomeContent['hero'] }) =>
  hero.slides.length === 0 ? (
    <section className={slideClass(hero)}>
      <SlideContent slide={hero} isFirst />
    </section>
  ) : (
    <HomeSlider
      label="Highlights"
      slides={[hero, ...hero.slides].map((slide, index) => ({
        className: slideClass(slide),
        content: <SlideContent slide={slide} isFirst={index === 0} />,
      }))}
    />
  )

function SlideContent({ slide, isFirst }: { slide: Slide; isFirst: boolean }) {
  const Title = isFirst ? 'h1' : 'h2'
  return (
    <>
      {slide.picture && (
        <div className={styles.scene}>
          <Picture picture={slide.picture} maxWidth={1800} sizes="100vw" isFirst={isFirst} />
        </div>
      )}
      <div className={styles.heroWords}>
        {slide.eyebrow !== '' && <p className={styles.season}>{slide.eyebrow}</p>}
        <Title>{slide.title}</Title>
        <p className={styles.lead}>{slide.text}</p>
        <p className={styles.heroLinks}>
          {slide.links.map((link, index) => (
            <ButtonLink
              variant={index === 0 ? 'cta' : 'secondary'}
              key={link.href}
              href={link.href}
              label={link.label}
            />
          ))}
        </p>
      </div>
    </>
  )
}

function JournalSection({ journal, posts }: { journal: HomeContent['journal']; posts: readonly PostSummary[] }) {
  const [first, ...others] = posts
  if (!first) return null
  const mainPost = journal.teaser ? { ...first, title: journal.teaser.title, excerpt: journal.teaser.text } : first
  return (
    <section className={styles.part} aria-labelledby="home-read">
      <div className={styles.partHead}>
        <h2 id="home-read">{journal.title}</h2>
        <ButtonLink variant="tertiary" href={hrefs.blog()}>
          All posts <Icon name="arrow" />
        </ButtonLink>
      </div>
      <PostCard post={mainPost} variant="lead" headingLevel={3} />
      <div className={styles.more}>
        {others.slice(0, 2).map((post) => (
          <PostCard key={post.id} post={post} variant="card" headingLevel={3} />
        ))}
      </div>
    </section>
  )
}

type CategoryTilesProps = { section: HomeContent['categories']; categories: readonly CategoryWithCount[] }

function CategoryTiles({ section, categories }: CategoryTilesProps) {
  const tiles = section.tiles.flatMap((tile) => {
    const category = categories.find((candidate) => candidate.slug === tile.categorySlug)
    return category && category.count > 0 ? [{ ...tile, category }] : []
  })
  return (
    <section className={styles.part} aria-labelledby="home-kinds">
      <div className={styles.head}>
        <h2 id="home-kinds">{section.title}</h2>
        <p>{section.text}</p>
      </div>
      <ul className={sections.tiles}>
        {tiles.map(({ category, subtitle, picture }) => (
          <li key={category.id}>
            <a
              href={hrefs.category(category.slug)}
              className={sections.tile}
              style={{ background: category.tint ?? undefined }}
            >
              {picture && (
                <Picture
                  picture={picture}
                  maxWidth={360}
                  sizes="(min-width: 960px) 280px, 46vw"
                  alt=""
                  className={sections.picture}
                />
              )}
              <span className={sections.words}>
                <span className={sections.kind}>{category.name}</span>
                <span className={sections.line}>{subtitle}</span>
                <span className={sections.count}>
                  {category.count} {category.count === 1 ? 'tea' : 'teas'}
                </span>
              </span>
            </a>
          </li>
        ))}
        {tiles.length % 4 === 3 && (
          <li className={sections.filler}>
            <a href={hrefs.shop()} className={`${sections.tile} ${sections.all}`}>
              <span className={sections.words}>
                <span className={sections.kind}>Shop all</span>
                <span className={sections.line}>Teas, teaware and gifts together</span>
              </span>
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}

const ApproachSection = ({ section }: { section: HomeContent['approach'] }) => (
  <section className={sections.choosing} aria-labelledby="home-choosing">
    <div className={sections.choosingInner}>
      <div className={`${styles.head} ${sections.choosingHead}`}>
        <h2 id="home-choosing">{section.title}</h2>
        <p>{section.text}</p>
      </div>
      <ol className={sections.points}>
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

const Letters = ({ testimonials }: { testimonials: HomeContent['testimonials'] }) => (
  <section className={styles.part} aria-labelledby="home-voices">
    <h2 id="home-voices">{testimonials.title}</h2>
    <TestimonialSlider
      label={testimonials.title}
      testimonials={testimonials.items.map(({ quote, name, location }) => ({ quote, name, about: location }))}
    />
  </section>
)
