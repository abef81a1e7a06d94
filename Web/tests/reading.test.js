// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reading, whileReading } from '../app/transfers/reading.js';

test('what takes long to read is shown with its count, and can be stopped', async () => {
  const shown = new Promise((resolve) => {
    const end = reading.subscribe((now) => {
      end();
      resolve(now);
    });
  });
  let count = 0;
  const result = whileReading(async (tell) => {
    for (;;) {
      count += 1;
      tell(count);
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  const now = await shown;
  assert.ok(now.count > 0);
  now.stop();
  assert.equal(await result, undefined);
  assert.equal(reading.value, null);
});

test('a few files are read without a word, and what goes wrong is told', async () => {
  let changes = 0;
  const end = reading.subscribe(() => {
    changes += 1;
  });
  assert.equal(await whileReading(async (tell) => tell(3) ?? 'all'), 'all');
  await assert.rejects(whileReading(() => Promise.reject(new Error('gone'))), /gone/);
  end();
  assert.equal(changes, 0);
});
