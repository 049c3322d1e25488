import type { SeedPost } from '../types.ts'

export const howWeTaste: SeedPost = {
  slug: 'how-we-taste',
  title: 'Fifteen samples on a Tuesday',
  excerpt:
    'Three grams, five minutes, boiling water, whatever the tea. How a buyer’s tasting differs from a cup you enjoy, and how to hold one at your own table.',
  category: 'Buying',
  tags: ['tasting', 'harvest', 'beginners'],
  daysAgo: 290,
  picture: 'post-how-we-taste',
  html: `
<p>On a Tuesday in April there are fifteen small foil bags on the long table, each with a number in pencil. Nobody in the room knows which is which except the person who wrote the numbers, and she has gone out for sandwiches. By four o’clock one of them, perhaps, will have been bought. This is how we go about it.</p>

<h2>Unfair on purpose</h2>
<p>A tasting is not how tea should be drunk. We use three grams to 150 ml, boiling water and five minutes, for green tea as well as for black. It is far too hot and too long for most of them. Good leaf bends under that and recovers. Weak leaf breaks, and everything that was hidden by careful brewing stands in the cup and waves.</p>
<p>Everything else is kept equal. The same white porcelain, the same filtered water, the same spoon rinsed between cups. Light from the north, because a yellow bulb flatters everyone. No perfume, no toothpaste after breakfast, and nobody peels an orange.</p>

<h2>The order of things</h2>

<h3>Dry leaf</h3>
<p>We look first. Is it even, or has somebody made up the weight with crumbs? Does it shine, or is it grey from rubbing about in a sack? Then we breathe on it, warm and close, and smell what comes back.</p>

<h3>Wet leaf</h3>
<p>After five minutes the liquor is poured off and the leaf lies on the upturned lid. It says more than the cup does. A whole leaf with a bud was picked by hand. Red edges on a green tea mean that it lay in a heap for too long on the way to the factory.</p>

<h3>The cup</h3>
<p>With a spoon, and with noise. Slurping sprays the tea over the whole mouth and carries its scent up behind the nose, where most of what we call taste is noticed. Then into the spittoon. Fifteen samples are forty-five grams of tea, and we would like to sleep.</p>

<h2>Words</h2>
<p>Each of us writes alone, and nobody speaks until all the pens are down. The first word spoken in a tasting is the most expensive one, since after it everyone tastes apricot. We try to write what we would notice and not what sounds well: wet slate, the water of cooked corn, a new raincoat. There are columns for how it begins, what the middle is like, and how long it stays after you have swallowed. We count that in breaths.</p>

<h2>A week later</h2>
<p>The three or four that had two votes are tasted again on the next Tuesday, this time brewed as we would at home. Loud teas often lose here. The one we bought last spring, a <a href="/product/anji-bai-cha/">white-leafed green from Anji</a>, had been nobody’s first choice. It was everybody’s second, and on the second Tuesday it was still good when it had gone cold.</p>

<h2>At your table</h2>
<p>Three teas are enough. Choose them close together: three oolongs, or the same one from two years. Three equal cups, a <a href="/product/pocket-scale/">scale</a>, a timer, and numbers on bits of tape underneath. Brew them for five minutes, all at once, and let everybody write before anybody talks.</p>
<p>The <a href="/product/six-kinds-sampler/">Six Kinds sampler</a> makes two evenings of it. Do not look for the best one. Ask which of them you would want on a wet Thursday, and buy that.</p>
`.trim(),
}
