import { contentSentence } from './content-overlay.ts';
import { problemsUnder } from './problems-under.ts';

/** What is wrong with the content, as the build says it; ends with 1 where something is. */
const problems = await problemsUnder(process.cwd());
if (problems.length > 0) {
  console.error(contentSentence(problems));
  process.exitCode = 1;
}
