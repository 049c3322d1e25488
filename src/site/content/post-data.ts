import { createHash } from 'node:crypto'
import type { Author } from '../../people/identity/authors.store.ts'
import type { Page } from '../../platform/web/page.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { Post } from './content.store.ts'
import type { PostTerms } from './post-terms.store.ts'

type Site = { readonly url: string; readonly title: string }
type PostContext = { readonly author: Author | null; readonly terms: PostTerms; readonly site: Site }

/** Version of a post's share picture, derived from its content. */
export const shareVersion = ({ title, picture }: Pick<Post, 'title' | 'picture'>, siteTitle: string): string =>
  createHash('sha256')
    .update(JSON.stringify([title, picture?.path, siteTitle]))
    .digest('hex')
    .slice(0, 12)

export function postData(post: Post, { author, terms, site }: PostContext) {
  const url = site.url + hrefs.post(post.slug)
  const image = hrefs.sharePicture(post.id, shareVersion(post, site.title))
  const shop = { '@type': 'Organization', name: site.title, url: site.url + paths.home }
  const [published, modified] = [post.publishedAt.toISOString(), post.updatedAt.toISOString()]
  const named = (taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy).map(({ name }) => name)
  const [section] = named('category')
  const article = {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.excerpt,
    datePublished: published,
    dateModified: modified,
    url,
    mainEntityOfPage: url,
    author: author ? { '@type': 'Person', name: author.name, url: site.url + hrefs.postAuthor(author.slug) } : shop,
    publisher: shop,
    image: site.url + (post.picture ? hrefs.upload(post.picture.path) : image),
    articleSection: section,
    keywords: named('post_tag').join(', ') || undefined,
  }
  const socialMeta: Page['socialMeta'] = [
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['article:published_time', published],
    ['article:modified_time', modified],
    ...(section === undefined ? [] : [['article:section', section] as const]),
  ]
  return { article, image, socialMeta }
}
