import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test('sizes are in the unit that people read', () => {
  const sizes = [0, 6, 850_000, 8_388_608, 15_400_000, 1_073_741_824, 82_485_484_748]
  expect(sizes.map(formatBytes)).toEqual(['0 KB', '1 KB', '831 KB', '8 MB', '14.7 MB', '1 GB', '76.8 GB'])
})
