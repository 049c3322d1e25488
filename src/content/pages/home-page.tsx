import type { Card, CategoryWithCount } from '../../catalog/listing.ts'
import { CardGrid } from '../../catalog/pages/card-grid.tsx'
import { hrefs } from '../../routes.ts'
import { button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type NoticeList, Notices } from '../../ui/notices.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { PostSummary } from '../content.store.ts'
import type { HomeContent } from '../home.ts'
import styles from './home-page.module.css'
import { Choosing, KindTiles, Voices } from './home-parts.tsx'
import { PostCard } from './post-card.tsx'

type HomePageProps = {
  home: HomeContent
  picks: readonly Card[]
  categories: readonly CategoryWithCount[]
  posts: readonly PostSummary[]
  notices: NoticeList
}

/** The way in: one scene, the kinds of tea, what is good now, how the house chooses, something to read, letters. */
export function HomePage({ home, picks, categories, posts, notices }: HomePageProps) {
  return (
    <main id="content" className={styles.page}>
      <Notices notices={notices} />
      <Hero hero={home.hero} />
      {home.kinds.tiles.length > 0 && <KindTiles kinds={home.kinds} categories={categories} />}
      {picks.length > 0 && (
        <section className={styles.part} aria-labelledby="home-picks">
          <div className={styles.partHead}>
            <div>
              <h2 id="home-picks">{home.picks.title}</h2>
              <p>{home.picks.text}</p>
            </div>
            <a href={hrefs.shop()} className={button.quiet}>
              Shop all <Icon name="arrow" />
            </a>
          </div>
          <CardGrid cards={picks} arrangement="row" headingLevel={3} />
        </section>
      )}
      {home.choosing.points.length > 0 && <Choosing choosing={home.choosing} />}
      <Reading read={home.read} posts={posts} />
      {home.voices.items.length > 0 && <Voices voices={home.voices} />}
    </main>
  )
}

function Hero({ hero }: { hero: HomeContent['hero'] }) {
  return (
    <section className={`${styles.hero} ${hero.picture ? '' : styles.plain}`}>
      {hero.picture && (
        <div className={styles.scene}>
          <Picture picture={hero.picture} largest={1800} sizes="100vw" isFirst />
        </div>
      )}
      <div className={styles.heroWords}>
        <p className={styles.season}>{hero.season}</p>
        <h1>{hero.title}</h1>
        <p className={styles.lead}>{hero.text}</p>
        <p className={styles.heroLinks}>
          {hero.links.map((link, index) => (
            <a key={link.href} href={link.href} className={index === 0 ? button.call : button.secondary}>
              {link.label}
            </a>
          ))}
        </p>
      </div>
    </section>
  )
}

/** The long read large, with words of its own beside it; two more below. */
function Reading({ read, posts }: { read: HomeContent['read']; posts: readonly PostSummary[] }) {
  const [first, ...others] = posts
  if (!first) return null
  const lead = read.teaser ? { ...first, title: read.teaser.title, excerpt: read.teaser.text } : first
  return (
    <section className={styles.part} aria-labelledby="home-read">
      <div className={styles.partHead}>
        <h2 id="home-read">{read.title}</h2>
        <a href={hrefs.blog()} className={button.quiet}>
          All posts <Icon name="arrow" />
        </a>
      </div>
      <PostCard post={lead} look="lead" headingLevel={3} />
      <div className={styles.more}>
        {others.slice(0, 2).map((post) => (
          <PostCard key={post.id} post={post} look="card" headingLevel={3} />
        ))}
      </div>
    </section>
  )
}
