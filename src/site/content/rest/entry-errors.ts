import { invalidFields, invalidParams } from '../../../platform/rest/params.ts'
import { errorOf, type RestError } from '../../../platform/rest/response.ts'
import type { RestoreProblem } from '../../../things/entries/entry-status.ts'
import { outdatedError } from '../../../things/entries/outdated-error.ts'

/** WordPress's error codes and messages. */
export const invalidId = errorOf(404, 'rest_post_invalid_id', 'Invalid post ID.')
export const invalidPage = errorOf(
  400,
  'rest_post_invalid_page_number',
  'The page number requested is larger than the number of pages available.',
)
export const alreadyTrashed = errorOf(410, 'rest_already_trashed', 'The post has already been deleted.')
export const invalidImage = errorOf(400, 'rest_invalid_featured_media', 'Invalid featured media ID.')
export const invalidAuthor = errorOf(400, 'rest_invalid_author', 'Invalid author ID.')
export const existingPost = errorOf(400, 'rest_post_exists', 'Cannot create existing post.')
export const emptyContent = errorOf(400, 'empty_content', 'Content, title, and excerpt are empty.')

export const noSearchTerm = errorOf(
  400,
  'rest_no_search_term_defined',
  'You need to define a search term to order by relevance.',
)
export const invalidRevisionId = errorOf(404, 'rest_post_invalid_id', 'Invalid revision ID.')

export const forbiddenStatus = (user: { readonly id: number }): RestError =>
  invalidParams({
    status: {
      code: 'rest_forbidden_status',
      message: 'Status is forbidden.',
      data: { status: user.id === 0 ? 401 : 403 },
    },
  })
/** Instead of publishing what the program believes to be hidden. */
export const noPassword = invalidFields({
  password:
    'Only a product can have a password here. Everybody would read this: keep it as a draft, or make it private.',
})
/** Access denied: 401 for a guest, else 403. */
export const denied = (code: string, what: string) => ({
  denied: { code, message: `Sorry, you are not allowed to ${what}.` },
})

/** An error for one parameter. */
const invalidParam = (name: string, text: string): RestError => ({
  ...errorOf(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`),
  data: { params: { [name]: text } },
})

/** Error of a refused save. The last three codes are not WordPress's. */
export function problemError(problem: RestoreProblem): RestError {
  if (problem.kind === 'no-such-entry') return invalidId
  if (problem.kind === 'no-such-revision') return invalidRevisionId
  if (problem.kind === 'no-such-parent')
    return invalidParam('parent', 'A page is below another page, not below itself.')
  if (problem.kind === 'slug-reserved')
    return invalidParam('slug', `“${problem.slug}” is an address of the shop itself. Choose another one.`)
  return outdatedError(problem)
}
