import PledgeThen
