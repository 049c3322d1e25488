import { isSameSignature, sign } from '../../platform/web/signature.ts'
import type { FormTag } from './form-tag.ts'

type QuizTag = Pick<FormTag, 'rawValues'>

/** Questions and answers of a quiz; `1+1=?` if it has none. */
const questionsOf = ({ rawValues }: QuizTag) =>
  rawValues.length === 0
    ? [{ question: '1+1=?', answer: '2' }]
    : rawValues.map((value) => ({
        question: value.split('|')[0]?.trim() ?? '',
        answer: value.slice(value.indexOf('|') + 1).trim(),
      }))

/** Case, width and separators do not count. */
const canonical = (answer: string): string =>
  answer
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,:;'"“”‘’`!?()[\]{}/\\|_*+=&#@~^%$<>–—-]+/g, '')

const answerHashOf = (secret: string, answer: string): string =>
  sign(secret, `quiz|${canonical(answer)}`, 'hex').slice(0, 32)

/** One of the questions, and the keyed hash of its answer. */
export function drawQuiz(secret: string, tag: QuizTag): { readonly question: string; readonly answerHash: string } {
  const questions = questionsOf(tag)
  const { question = '', answer = '' } = questions[Math.floor(Math.random() * questions.length)] ?? {}
  return { question, answerHash: answerHashOf(secret, answer) }
}

/** Whether it answers a question of this quiz, the one that the hash came with. */
export const isQuizAnswer = (secret: string, tag: QuizTag, answer: string, hash: string): boolean =>
  answer.trim() !== '' &&
  isSameSignature(answerHashOf(secret, answer), hash) &&
  questionsOf(tag).some((one) => canonical(one.answer) === canonical(answer))
