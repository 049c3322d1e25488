import { expect, test } from 'vitest'
import { undoFailure } from './failure-text.ts'
import { RestError } from './rest.client.ts'

const refused = {
  kind: 'refused',
  status: 409,
  code: 'x',
  message: '1 tag not changed. Green: it is gone.',
  fields: {},
}

test.each([
  [
    new RestError({ kind: 'signed-out' }),
    /^It could not be undone\. You were signed out\. Sign in again as Ada /,
    true,
  ],
  [new RestError({ kind: 'offline' }), /^It could not be undone\. The shop cannot be reached\. /, true],
  [new TypeError('x is undefined'), 'It could not be undone. Something went wrong on this screen.', true],
  [new RestError(refused as RestError['failure']), refused.message, false],
])('why something was not undone is told in sentences, and what may help is offered again', (error, text, canRetry) => {
  const expected = typeof text === 'string' ? text : expect.stringMatching(text)
  expect(undoFailure(error, 'Ada')).toEqual({ text: expected, canRetry })
})
