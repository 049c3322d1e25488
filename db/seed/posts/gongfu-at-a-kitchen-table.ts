import type { SeedPost } from '../types.ts'

export const gongfuAtAKitchenTable: SeedPost = {
  slug: 'gongfu-at-a-kitchen-table',
  title: 'Gongfu at a kitchen table',
  excerpt:
    'More leaf, less water, shorter times, many cups. You need a lidded bowl, a jug and a tea towel, and you can ignore the bronze toad for now.',
  category: 'Brewing',
  tags: ['gongfu', 'oolong', 'teaware', 'beginners'],
  daysAgo: 85,
  picture: 'post-gongfu-at-a-kitchen-table',
  html: `
<p>Gongfu cha means tea made with skill, or simply with care. Online it arrives with incense, tongs and a carved dragon. At our place it arrives with crumbs on the table and the radio on. What makes it gongfu is the arithmetic: three or four times the leaf you would put in a mug, a fifth of the water, and seconds where you were used to minutes.</p>

<h2>Why bother</h2>
<p>A mug gives you the sum of a tea. Brewed small, the same leaf tells its story in order: the roast first, then flowers, then fruit, then a long sweet tail. It is also sociable. Cups of two sips have to be filled again and again, and a conversation finds its rhythm around that.</p>

<h2>What you need</h2>
<ul>
<li>A <a href="/product/white-porcelain-gaiwan/">gaiwan</a> or a pot of 100 to 150 ml.</li>
<li>A small jug to pour into. A milk jug will do; <a href="/product/fairness-pitcher/">a glass one</a> is nicer because you see the colour.</li>
<li>Small cups. Egg cups and espresso cups have served for years.</li>
<li>Something to catch water: a baking tray with a folded tea towel in it is honest and works.</li>
<li>A kettle, and if possible a scale.</li>
</ul>

<h2>One session, step by step</h2>
<p>We will use six grams of a roasted oolong such as <a href="/product/anxi-tie-guan-yin/">Tie Guan Yin</a> in a 120 ml gaiwan. Read it once, then do it.</p>

<h3>Warm everything</h3>
<p>Fill the gaiwan with boiling water, pour that into the jug, from the jug into the cups, from the cups onto the towel. Now nothing on the table will steal heat. Put the dry leaf into the hot, empty gaiwan, close it, shake it once and lift the lid to your nose. This is the best smell of the day and it costs nothing.</p>

<h3>Rinse</h3>
<p>Cover the leaf with boiling water and pour it off after five seconds, into the cups if you want to warm them again. Tightly rolled and pressed teas wake up that way. Skip the rinse for green, white and most black teas; they have no time to lose.</p>

<h3>Pour, count, pour</h3>
<p>Fill the gaiwan to just under the rim. Lid on, slightly askew, so a gap is left no wider than a match. Count fifteen. Hold the rim between thumb and middle finger with your index finger on the knob, and empty it into the jug in one go, down to the drops. From the jug into the cups.</p>

<h3>And again</h3>
<p>The second infusion may be shorter than the first, ten seconds, because the leaf is now wet and open. Then fifteen, twenty, thirty, a minute, two. Add time when the cup gets thin, and stop when it no longer interests you. Between infusions leave the lid ajar, or the leaf stews.</p>

<h2>Where to start for other teas</h2>
<p>All for about 100 ml of water. These are our kitchen’s numbers, and yours may differ by the second week.</p>
<ul>
<li><strong>Rock oolong and dan cong</strong>: 6 g, boiling or nearly, 8 to 10 seconds to begin with.</li>
<li><strong>High mountain oolong</strong>: 5 g, 95 °C, 30 seconds for the first so the beads can open, 20 for the second.</li>
<li><strong>Ripe pu’er</strong>: 6 g, boiling, one or two rinses, 10 seconds.</li>
<li><strong>Chinese black tea</strong>: 4 g, 92 °C, 10 seconds.</li>
<li><strong>White tea</strong>: 4 g, 90 °C, 30 seconds.</li>
</ul>

<h2>When it goes wrong</h2>
<p><strong>Bitter:</strong> pour sooner, or use a gram less. Lowering the heat is the last thing to try with oolong.</p>
<p><strong>Thin:</strong> more leaf rather than more time. People are shy about filling a third of the bowl with dry leaf; do it once.</p>
<p><strong>Burnt fingers:</strong> the bowl is too full. The water has to stay below the flare of the rim. A bigger gap also helps, since a slow pour heats the lid.</p>
<p><strong>Wide awake at midnight:</strong> six infusions of six grams contain the caffeine of six grams of tea. Start after lunch, not after dinner.</p>

<h2>About the toad</h2>
<p>There is a custom of keeping a little clay animal on the tray and pouring leftover tea over it, so that over the years it grows glossy. It brews nothing. Buy one when you have found a tea you want to drink for that long.</p>
`.trim(),
}
