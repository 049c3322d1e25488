import { button } from '../../../../platform/ui/button.tsx'
import { Icon } from '../../../../platform/ui/icon.tsx'
import { type NoticeList, Notices } from '../../../../platform/ui/notices.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import type { ProductCardData } from '../../../../shop/catalog/product-card.ts'
import type { CategoryWithCount } from '../../../../shop/listing/listing.ts'
import { CardGrid } from '../../../../shop/listing/pages/card-grid.tsx'
import type { PostSummary } from '../../../../site/content/content.store.ts'
import { PostCard } from '../../../../site/content/pages/post-card.tsx'
import { Picture } from '../../../../things/media/picture-element.tsx'
import type { HomeContent } from '../home.ts'
import styles from './home-page.module.css'
import { ApproachSection, CategoryTiles, Testimonials } from './home-sections.tsx'

type HomePageProps = {
  home: HomeContent
  featured: readonly ProductCardData[]
  categories: readonly CategoryWithCount[]
  posts: readonly PostSummary[]
  notices: NoticeList
}

/** Home page: hero, categories, featured products, approach, journal, newsletter. */
export function HomePage({ home, featured, categories, posts, notices }: HomePageProps) {
  return (
    <main id="content" className={styles.page}>
      <Notices notices={notices} />
      <Hero hero={home.hero} />
      {home.categories.tiles.length > 0 && <CategoryTiles section={home.categories} categories={categories} />}
      {featured.length > 0 && (
        <section className={styles.part} aria-labelledby="home-picks">
          <div className={styles.partHead}>
            <div>
              <h2 id="home-picks">{home.featured.title}</h2>
              <p>{home.featured.text}</p>
            </div>
            <a href={hrefs.shop()} className={button.tertiary}>
              Shop all <Icon name="arrow" />
            </a>
          </div>
          <CardGrid cards={featured} arrangement="row" headingLevel={3} />
        </section>
      )}
      {home.approach.points.length > 0 && <ApproachSection section={home.approach} />}
      <JournalSection journal={home.journal} posts={posts} />
      {home.testimonials.items.length > 0 && <Testimonials testimonials={home.testimonials} />}
    </main>
  )
}

function Hero({ hero }: { hero: HomeContent['hero'] }) {
  return (
    <section className={`${styles.hero} ${hero.picture ? '' : styles.plain}`}>
      {hero.picture && (
        <div className={styles.scene}>
          <Picture picture={hero.picture} maxWidth={1800} sizes="100vw" isFirst />
        </div>
      )}
      <div className={styles.heroWords}>
        <p className={styles.season}>{hero.eyebrow}</p>
        <h1>{hero.title}</h1>
        <p className={styles.lead}>{hero.text}</p>
        <p className={styles.heroLinks}>
          {hero.links.map((link, index) => (
            <a key={link.href} href={link.href} className={index === 0 ? button.cta : button.secondary}>
              {link.label}
            </a>
          ))}
        </p>
      </div>
    </section>
  )
}

/** One large post with its own teaser; two more below. */
function JournalSection({ journal, posts }: { journal: HomeContent['journal']; posts: readonly PostSummary[] }) {
  const [first, ...others] = posts
  if (!first) return null
  const mainPost = journal.teaser ? { ...first, title: journal.teaser.title, excerpt: journal.teaser.text } : first
  return (
    <section className={styles.part} aria-labelledby="home-read">
      <div className={styles.partHead}>
        <h2 id="home-read">{journal.title}</h2>
        <a href={hrefs.blog()} className={button.tertiary}>
          All posts <Icon name="arrow" />
        </a>
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
