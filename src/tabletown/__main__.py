"""python -m tabletown"""

import sys

from tabletown.cli import main

sys.exit(main())
