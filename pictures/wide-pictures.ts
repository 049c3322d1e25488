import { categories } from '../db/seed/categories.ts'
import { posts } from '../db/seed/posts.ts'
import { products } from '../db/seed/products.ts'
import type { SeedProduct, TeaIllustration, TeaKind } from '../db/seed/types.ts'
import { categoryPictures } from './categories.ts'
import { tints } from './colour.ts'
import { heroScene } from './hero.ts'
import { type Overhead, overheadScene } from './overhead.ts'
import type { Job } from './product-pictures.ts'
import { randomFrom } from './random.ts'
import { houseStories } from './stories/houses.ts'
import { pageStories } from './stories/pages.ts'
import { anyStory, postStories } from './stories/posts.ts'
import { slideStories } from './stories/slides.ts'
import type { Story } from './stories/story.ts'

/** Pictures that belong to no single product: home page, posts, pages, kinds and shelves. */
export function wideJobs(): Job[] {
  return [
    hero,
    ...posts.map((post) => story(post.picture, postStories[post.slug] ?? anyStory)),
    ...pages(),
    ...kinds(),
    ...categoryTiles(),
  ]
}

/** Raise when these scenes are drawn differently. */
const editions = { hero: 2, story: 2, kind: 2, shelf: 2 }

const hero: Job = {
  name: 'home-hero',
  width: 1800,
  height: 1000,
  limit: 170_000,
  alt: 'A brass samovar with a small pot on its crown by a window at dawn; outside, tea terraces and a low sun.',
  input: { edition: editions.hero },
  draw: () => heroScene(randomFrom('home-hero')),
}

const story = (name: string, { alt, draw }: Story): Job => ({
  name,
  width: 1800,
  height: 1000,
  limit: 150_000,
  alt,
  input: { edition: editions.story },
  draw: () => draw(randomFrom(name)),
})

const pages = (): Job[] =>
  Object.entries({ ...pageStories, ...slideStories, ...houseStories }).map(([name, scene]) => story(name, scene))

/** A tea of the kind whose leaf and cup stand for it. */
const examples: Readonly<Record<TeaKind, string>> = {
  white: 'bai-hao-yin-zhen',
  green: 'xi-hu-longjing',
  yellow: 'meng-ding-huang-ya',
  oolong: 'dong-ding',
  black: 'dian-hong-golden-buds',
  dark: 'menghai-shou',
  herbal: 'faiyum-chamomile',
}

const kindText: Readonly<Record<TeaKind, string>> = {
  white: 'White tea: a pale cup and downy buds',
  green: 'Green tea: a bright cup and flat, smooth blades',
  yellow: 'Yellow tea: a golden cup and mellow, flat buds',
  oolong: 'Oolong: an amber cup and tightly rolled leaf',
  black: 'Black tea: a red-brown cup and golden-tipped buds',
  dark: 'Dark tea: a deep brown cup and small, dark leaf',
  herbal: 'Herbal tisane: a yellow cup and dried chamomile flowers',
}

function overhead(kind: TeaKind): Overhead | undefined {
  const product = products.find(
    (each): each is SeedProduct & { illustration: TeaIllustration } =>
      each.slug === examples[kind] && each.illustration.type === 'tea',
  )
  if (!product) return undefined
  const { leaf, leafColours, liquor } = product.illustration
  return { kind, leaf, colours: leafColours, liquor, tint: tints[kind][0]!, flowers: kind === 'herbal' }
}

function kindJob(kind: TeaKind, name: string, format: 'portrait' | 'landscape'): Job[] {
  const picture = overhead(kind)
  if (!picture) return []
  const [width, height] = format === 'portrait' ? [1200, 1500] : [1200, 900]
  return [
    {
      name,
      width,
      height,
      limit: 98_000,
      alt: `${kindText[kind]}, seen from above.`,
      input: { ...picture, edition: editions.kind },
      draw: () => overheadScene(picture, format, randomFrom(name)),
    },
  ]
}

const kinds = (): Job[] =>
  (Object.keys(examples) as TeaKind[]).flatMap((kind) => kindJob(kind, `kind-${kind}`, 'portrait'))

function categoryTiles(): Job[] {
  return categories.flatMap(({ slug }): Job[] => {
    const name = `category-${slug}`
    const kind = slug.replace(/-tea$/, '')
    if (kind in examples) return kindJob(kind as TeaKind, name, 'landscape')
    const scene = categoryPictures[slug] ?? categoryPictures.tea!
    return [
      {
        name,
        width: 1200,
        height: 900,
        limit: 98_000,
        alt: scene.alt,
        input: { edition: editions.shelf },
        draw: () => scene.draw(randomFrom(name)),
      },
    ]
  })
}
