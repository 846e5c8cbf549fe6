import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs these files before the others, so that no worker is left alone with a long one at the end. Vitest knows how long they take only from its last run. */
export function slowFirst(slow: RegExp) {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
      return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
    }
  };
}
