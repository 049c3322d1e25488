import type { RestError } from '../../../platform/rest/response.ts'
import { formatShopDateTime } from '../../../platform/time/shop-time.ts'
import type { RestoreProblem } from '../../../things/entries/entry-status.ts'

/** WordPress's codes and messages. */
export const invalidId: RestError = { status: 404, code: 'rest_post_invalid_id', message: 'Invalid post ID.' }
export const invalidPage: RestError = {
  status: 400,
  code: 'rest_post_invalid_page_number',
  message: 'The page number requested is larger than the number of pages available.',
}
export const alreadyTrashed: RestError = {
  status: 410,
  code: 'rest_already_trashed',
  message: 'The post has already been deleted.',
}
export const invalidImage: RestError = {
  status: 400,
  code: 'rest_invalid_featured_media',
  message: 'Invalid featured media ID.',
}
export const invalidAuthor: RestError = { status: 400, code: 'rest_invalid_author', message: 'Invalid author ID.' }
export const emptyContent: RestError = {
  status: 400,
  code: 'empty_content',
  message: 'Content, title, and excerpt are empty.',
}

/** What an editor is told of a save that was refused. The last three are not WordPress's. */
export function problemError(problem: RestoreProblem): RestError {
  if (problem.kind === 'no-such-entry') return invalidId
  if (problem.kind === 'no-such-revision')
    return { status: 404, code: 'rest_post_invalid_id', message: 'Invalid revision ID.' }
  if (problem.kind === 'no-such-parent')
    return {
      ...{ status: 400, code: 'rest_invalid_param', message: 'Invalid parameter(s): parent' },
      data: { params: { parent: 'A page is below another page, not below itself.' } },
    }
  if (problem.kind === 'slug-reserved') {
    const slug = `“${problem.slug}” is an address of the shop itself. Choose another one.`
    return {
      status: 400,
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): slug',
      data: { params: { slug } },
    }
  }
  return {
    status: 409,
    code: 'samovar_rest_outdated',
    message: `Somebody else saved this at ${formatShopDateTime(problem.savedAt)}. Your changes are still in this form: copy what you need, reload the page, and save again.`,
    data: { version: problem.version },
  }
}
